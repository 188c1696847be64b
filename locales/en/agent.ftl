## The model that comes with Vigil

offline-help =
    I run without a language model right now, so I understand simple requests only:
    • remind me in 20 minutes to stretch
    • remind me every day at 9 to take the pills
    • list
    • remove 1

    For everything else set VIGIL_MODEL and its key in .env and restart me: docs/models.md shows how.
offline-greeting = Hello! I run without a language model right now, but reminders work: try “remind me in 20 seconds to stretch”. “help” shows what else I understand.
offline-thanks = You are welcome.
offline-other = I run without a language model right now, so I did not understand that. I can set, list and remove reminders: try “remind me tomorrow at 9 to call Anna”. To talk freely with me, set VIGIL_MODEL in .env and restart me: docs/models.md shows how.
offline-added = Done, I will remind you.
offline-added-not-alive = It is saved, but the part of me that sends reminders is not running right now. It catches up as soon as it runs again.
offline-removed = Removed: { $text }
offline-not-found = I found no such reminder. “list” shows them all.
offline-which = Several fit. Which one? Say “remove” and its number.
offline-list-head = Your reminders:
offline-list-line = { $number }. { $text } ({ $at })
offline-list-state =
    { $state ->
        [fired] done
        [paused] paused
       *[other] no time left
    }
offline-list-empty = Nothing is set. Try “remind me tomorrow at 9 to call Anna”.
offline-unavailable =
    { $what ->
        [move] Without a language model I cannot move a reminder. Remove it and set it anew, or use the buttons of /reminders.
        [alarm] I have no alarms yet. A reminder does it: “remind me at 7 to get up”.
        [commitment] I cannot keep commitments yet. A reminder does it: “remind me on Friday at 9 to send Anna the report”.
        [remember] I cannot remember facts yet. If there is a time to it, I can remind you.
       *[recall] I cannot look facts up yet. “list” shows your reminders.
    }
offline-no-tools = I cannot do that here.
offline-tool-failed = That did not work; the log says why. Please try again.
offline-wake-text = Time to get up!

## Turns

notice-interrupted = A restart interrupted me in the middle of my answer. Shall I go on?
notice-interrupted-continue = ▶️ Continue
notice-interrupted-drop = Drop it
fault-rate-limited-wait =
    { $unit ->
        [seconds]
            { $count ->
                [one] The model's provider asks to slow down. Ask again in { $count } second.
               *[other] The model's provider asks to slow down. Ask again in { $count } seconds.
            }
       *[minutes]
            { $count ->
                [one] The model's provider asks to slow down. Ask again in { $count } minute.
               *[other] The model's provider asks to slow down. Ask again in { $count } minutes.
            }
    }

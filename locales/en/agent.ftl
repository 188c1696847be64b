## The model that comes with Vigil

offline-help =
    I run without a language model right now, so I understand simple requests only:
    • in 20 minutes stretch
    • remind me every day at 9 to take the pills
    • list
    • move 1 to tomorrow at 9
    • remove 1

    For everything else set VIGIL_MODEL and its key in .env and restart me: docs/models.md shows how.
offline-greeting = Hello! I run without a language model right now, but reminders work: try “remind me in 20 seconds to stretch”. “help” shows what else I understand.
offline-thanks = You are welcome.
offline-farewell = See you!
offline-other = I run without a language model right now, so I did not understand that. I can set, list, move and remove reminders: try “remind me tomorrow at 9 to call Anna”. To talk freely with me, set VIGIL_MODEL in .env and restart me: docs/models.md shows how.
offline-added = Done, I will remind you.
offline-added-not-alive = It is saved, but the part of me that sends reminders is not running right now. It catches up as soon as it runs again.
offline-removed = Removed: { $text }
offline-not-found = I found no such reminder. “list” shows them all.
offline-which = Several fit. Which one? Say “remove” and its number:
offline-which-to-move = Several fit. Which one? Say “move”, its number and the time:
offline-when = When shall I remind you? For example: tomorrow at 9
offline-what = What shall I remind you of?
offline-moved = Moved: { $text }
offline-move-when = To what time? For example: tomorrow at 9
offline-move-series = “{ $text }” repeats, and a single time would end that. Name a new rhythm, for example “every day at 10”, or use /reminders.
offline-undo-none = I can take back only what I set just now. “list” shows what is set; to bring back what was removed, set it anew.
offline-file = Without a language model I cannot look into files or pictures. Tell me in words what to remind you of.
offline-place = Without a language model a place tells me nothing. If it is about your time zone: /timezone.
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
        [move] I cannot move reminders here. Use the buttons of /reminders.
        [alarm] I have no alarms yet. A reminder does it: “remind me at 7 to get up”.
        [commitment] I cannot keep commitments yet. A reminder does it: “remind me on Friday at 9 to send Anna the report”.
        [remember] I cannot remember facts yet. If there is a time to it, I can remind you.
       *[recall] I cannot look facts up yet. “list” shows your reminders.
    }
offline-no-tools = I cannot do that here.
offline-tool-failed = That did not work; the log says why. Please try again.
offline-not-done = All right, I left it as it is.
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

## May a tool be used?

approval-question =
    { $tool ->
        [bash] May I run this command?
        [remind] May I change your reminders like this?
        [schedule] May I change your schedules like this?
        [web_fetch] May I open this page?
        [mcp_call] May I use this tool of an MCP server?
       *[other] May I use “{ $name }” like this?
    }
approval-folder = In the folder { $folder }
approval-hidden = It holds characters that cannot be seen; they are written out as \u{"{"}…{"}"}.
approval-any-input = “Always” holds for this tool with any input.
approval-sources = ⚠️ Before I asked for this I read words that are not yours: { $sources }
approval-once = ✅ Allow once
approval-always = ♾ Always
approval-deny = ⛔ Deny
approval-outcome =
    { $outcome ->
        [allowed] ✅ Allowed
        [always] ✅ Allowed, and I will not ask about exactly this again
        [owner] ⛔ Denied
        [new_message] ⛔ Not done: you wrote a new message instead
        [stopped] ⛔ Not done: it was stopped
       *[expired] ⌛ Not done: the time to decide was over
    }

## A promise without a reminder

unscheduled-note = ⚠️ Not scheduled yet: no reminder was set.
unscheduled-button = ⏰ Set it now
unscheduled-working = On it.
unscheduled-request = Set the reminder that you have just promised.

## The budget

alert-budget-spent = Today's budget of { "$" }{ $limit } is used up ({ "$" }{ $spent }). Until tomorrow due reminders come as their own text, without the model. I still answer when you write.
alert-budget-uncounted = A budget of { "$" }{ $limit } a day is set, but I know no price for this model. So due reminders come as their own text, without the model. Choose a model with a known price, or take budget.dailyUsd out of data/settings.json.
fault-over-budget = Today's budget for the model is used up.
fault-step-limit = I took all the steps that one answer may take, and the model still wanted more. Ask again with a smaller task.

## What a running tool does

tool-running =
    { $tool ->
        [bash] ⚙️ Running a command…
        [remind] ⏰ Looking after the reminders…
        [schedule] ⏰ Looking after the schedules…
        [web_fetch] 🌐 Reading a page…
        [skill] 📖 Reading up…
       *[other] ⚙️ Working…
    }

## Files

notice-media-too-big = That file is over 20 MB, and Telegram does not hand out larger ones to bots.
notice-media-failed =
    { $kind ->
        [voice] I could not make out the words of it. Please send it again, or write it.
       *[other] The file did not reach me. Please send it again.
    }

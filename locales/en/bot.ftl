## The commands, as Telegram lists them

command-menu = Reminders, jobs and settings
command-today = What has come and what is still to come today
command-remind = Set a reminder: /remind tomorrow at 9 call Anna
command-reminders = What is set, and what became of it
command-status = What runs, waits and costs
command-pause = Hold everything I would say by myself: /pause until tomorrow
command-new = Begin a new conversation
command-stop = Stop what I am doing
command-language = Language
command-timezone = Time zone
command-help = What I can do
command-start = First steps

## First steps

notice-pair-wrong = That code is not right. The one to use is in the terminal where I was started.
notice-paired = Hello, { $name }! From now on I listen to you.
notice-start-language = Which language shall we speak?
notice-start-ready =
    All set. I think with { $model }, and your time zone is { $zone }.

    Just write to me, or let us try a first reminder.
notice-start-ready-offline =
    All set; your time zone is { $zone }. I run without a language model so far: reminders work, free conversation does not. To add one, set VIGIL_MODEL and its key in .env and restart me; docs/models.md shows how.

    Shall we try a first reminder?
notice-welcome-back = I am here. /menu opens everything, /help says what I can do.
button-first-minute = ⏰ Remind me in a minute
button-first-examples = Show examples
first-reminder = This is your first reminder. It works!

## Answers to commands

notice-help =
    I answer, keep what you set, and act when the time comes. Just write to me as you would to a person.

    /remind WHEN WHAT sets a reminder without a model
    /reminders shows what is set and what became of it
    /menu opens reminders, jobs and settings, /today what the day brings
    /pause UNTIL holds everything I would say by myself
    /new begins a new conversation, /stop ends what I am doing
    /status says what runs, waits and costs
    /language and /timezone change how I speak and count

    For example:
    • in 20 minutes check the oven
    • every weekday at 8:30 stand-up
    • tomorrow at 9 look up the weather and tell me what to wear
notice-remind-how =
    Say when and what, in any order:
    • /remind in 20 minutes check the oven
    • /remind tomorrow at 9 call Anna
    • /remind every weekday at 8:30 stand-up
notice-reminder-set = Saved.
notice-nearest = What would do:
notice-new-context = A new conversation. Your reminders stay as they are.
notice-nothing-to-stop = Nothing is running here.
notice-language-which = Which language?
notice-language-unknown = I do not speak that language yet. I have these:
notice-language-set = I speak English now.
notice-zone-set = Your time zone is { $zone } now. Everything that is set stays as it is.
notice-zone-unknown = I do not know one time zone for certain under “{ $zone }”. Name a place, for example /timezone Europe/Berlin, or choose one in /timezone.
notice-setting-refused = The settings could not be changed: { $reason }
notice-unknown-command = I do not know { $command }. /help shows what I understand.
notice-cannot-take =
    { $kind ->
        [voice] I cannot hear yet. Please write it.
        [picture] I cannot see pictures yet. Please write what it is about.
        [sticker] Stickers are beyond me. Please say it in words.
        [file] I cannot open files yet. Please paste the text.
        [location] I cannot read places yet.
       *[other] I cannot read this kind of message. Please say it in words.
    }
notice-only-caption =
    { $kind ->
        [voice] I cannot hear yet, so I go by the words under it.
        [picture] I cannot see pictures yet, so I go by the words under it.
       *[other] I cannot open this, so I go by the words under it.
    }
notice-edit-too-late =
    I had begun already, so this edit came too late.{ $set ->
        [0] { "" }
       *[other] { " " }What the first version set still stands.
    }
button-remove-first = 🗑 Remove “{ $text }”
button-answer-again = Answer the edited message
notice-status =
    🧠 Model: { $model }
    ▶️ Running: { $running }, waiting: { $waiting }
    📤 Messages to be sent: { $outbox }
    ⏰ Set: { $schedules }, next: { $next ->
        [none] none
       *[other] { $next }
    }
    🪙 Today: { $turns } turns, { $input } tokens in, { $output } out
    🌍 Time zone: { $zone }
    { $paused ->
        [no] 🔔 Not paused
       *[other] ⏸ Paused until { $paused }
    }
    ⏱ Up for { $hours ->
        [0] { "" }
       *[other] { $hours } h{ " " }
    }{ $minutes } min

## Another bot

notice-other-bot =
    This Vigil belonged to another bot until now. { $count ->
        [0] Nothing is set there.
        [one] One thing is set there.
       *[other] { $count } things are set there.
    } Shall it move into this chat? Until you choose, I send nothing to the old chats.
button-move-here = Move it here
button-leave-there = Leave it there, paused
press-held = First choose where your reminders go.
mark-moved = ✓ Moved here.
mark-left = ✓ Left where it is, paused.

## Presses

press-failed = That did not work at once. I am trying again.
press-not-shown = I could not redraw this message just now. Press again in a moment.
notice-message-not-shown = I could not redraw the message that you pressed. This is what it would say now:

    { $text }
press-gone = This is gone.
press-outdated = This was out of date; now it is fresh.
press-current = Up to date
press-saved = Saved
press-done = ✅ Done
press-snoozed = 😴 Until { $until }
press-reading = { $at }
press-reading-over = That time has passed.
press-continue = I go on
press-again = I answer again
mark-removed = 🗑 Removed.
mark-unsnoozed = ↩️ Not snoozed after all.
press-dialogue = ✍️ I asked below
press-dialogue-other = Only who began this can go on with it.
press-dialogue-earlier = You have answered this one already.
press-cancelled = Cancelled
mark-cancelled = ✗ Cancelled, nothing was stored.
mark-undone = ↩️ Brought back.
mark-reading = ✓ Changed: { $at }
mark-reading-repeats = ✓ Changed, next: { $at }
mark-convention =
    { $kind ->
        [hour] From now on “{ $hour }” means { $time }.
       *[other] From now on I read such words this way.
    } The button with the former time takes that back.
mark-dropped = ✓ Dropped.
mark-revoked = ✓ Revoked. From now on it asks first.
mark-language = ✓ I speak English now.
mark-zone = ✓ Time zone: { $zone }
notice-remove-again = That press came long ago. Shall “{ $text }” still be removed?
notice-drop-again = That press came long ago. Shall the interrupted answer still be dropped?
reminder-snooze-10m = 10 min
reminder-snooze-1h = 1 hour
reminder-snooze-tonight = Tonight
reminder-snooze-tomorrow = Tomorrow
reminder-snooze-choose = Other…
reminder-was-done = ✅ Done.
reminder-was-snoozed = 😴 Snoozed until { $when }.
reminder-repeat = 🔁 Repeat
reminder-stay-here = 📌 Here from now on
reminder-pick-topic = Another topic…
topic-unnamed = Topic { $id }
mark-retargeted = ✓ From now on in “{ $topic }”.
mark-stays-here = ✓ From now on here.
snooze-3h = In 3 hours
snooze-tomorrow = Tomorrow morning
snooze-monday = Monday morning
snooze-week = In a week
snooze-words = ✍️ In your words

notice-receipt =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    Taken up: { $claimed }
    Turn: { $turn ->
        [none] none
        [running] running
        [done] done by { $model }, { $tokens } tokens{ receipt-estimated }, tools: { $tools }
        [stopped] stopped
        [interrupted] interrupted by a restart
       *[other] failed ({ $model }), { $tokens } tokens{ receipt-estimated }, tools: { $tools }
    }
    Message: { $outcome ->
        [sent] accepted by Telegram { $sent }, no. { $message }{ receipt-arrival }
        [interrupted-sent] the plain text, accepted by Telegram { $sent }, no. { $message }{ receipt-arrival }
        [unknown] sent, but nobody knows whether it arrived
        [failed] not delivered
        [skipped] not sent
        [queued] waiting to be sent, tries so far: { $attempts }
       *[other] not sent yet
    }
    { receipt-reason }{ $tap ->
        [none] Nothing was pressed.
        [done] Done: { $tapped }
       *[other] Snoozed: { $tapped }
    }
notice-receipt-command =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    Taken up: { $claimed }
    { $started ->
        [none] Not started.
       *[other] Started: { $started }
    }
    { receipt-reason }Outcome: { $outcome ->
        [claimed] waits to be started
        [running] is running
        [sent] done { $ended }
        [failed] failed { $ended }
        [skipped] skipped
        [interrupted] interrupted by a restart
       *[other] { $outcome }
    }
receipt-asked =
    { $link ->
        [none] Asked: { $asked }
       *[other] Asked: { $asked }, { $link }
    }
receipt-due =
    { $origin ->
        [run_now] Run by hand: { $due }
       *[other] Due: { $due }{ receipt-skipped }
    }
receipt-skipped =
    { $skipped ->
        [0] { "" }
        [one] { " " }(one earlier one skipped)
       *[other] { " " }({ $skipped } earlier ones skipped)
    }
receipt-estimated =
    { $estimated ->
        [yes] { " " }(estimated)
       *[no] { "" }
    }
receipt-arrival =
    { $arrival ->
        [list] , within a list
        [repeated] , sent twice since the first outcome was unknown
       *[plain] { "" }
    }
receipt-reason =
    { $error ->
        [none] { "" }
       *[other] Reason: { $error }{ "\u000A" }
    }

## Alerts

alert-update-aside = One of your messages (update { $update }) failed three times, so I set it aside: { $reason }. Please send it again in other words.

## Menu

menu-main =
    🏠 Vigil
    Set: { $count }

    { $health }
menu-health =
    { $level ->
        [ok] 🟢 All is well.
        [warn] 🟡 Worth a look: { $checks }
       *[fail] 🔴 Needs you: { $checks }
    }
menu-reminders =
    { $filter ->
        [p] ⏸ Paused
        [q] 🔎 “{ $query }”
       *[a] ⏰ Reminders
    } ({ $count }){ $pages ->
        [1] { "" }
       *[other] , page { $page } of { $pages }
    }
menu-reminders-empty =
    { $filter ->
        [p] Nothing is paused.
        [q] Nothing that is set has these words.
       *[a] Nothing is set. ➕ sets the first one, or just write: tomorrow at 9 call Anna
    }
menu-reminder-unconfirmed = waits for your confirmation
menu-dispatcher-dead =
    { $since ->
        [never] 🔴 The dispatcher has not started: nothing fires. vigil doctor says why.
       *[other] 🔴 The dispatcher has not been alive since { $since }: nothing fires. vigil doctor says why.
    }
menu-paused = ⏸ Paused until { $until } (/pause off ends it)
menu-reminder-gone = This reminder is gone.
menu-reminder-paused = paused
menu-reminder-when = { $schedule } ({ $zone })
menu-last-fact =
    { $outcome ->
        [sent] { $kind ->
            [command] ✓ done { $at }
           *[other] ✓ sent { $at }
        }
        [unknown] ? sent { $at }, but nobody knows whether it arrived
        [failed] { $kind ->
            [command] ✗ failed { $at }: { $error }
           *[other] ✗ not sent: { $error }
        }
        [skipped] ✗ skipped: { $error }
        [interrupted] ✗ interrupted by a restart { $at }
        [queued] … waiting to be sent
       *[other] … running
    }
menu-remove = Remove “{ $text }”?
menu-removed = 🗑 Removed: { $text }
menu-undo = For a minute it can be brought back.
menu-undone = ↩️ Brought back.
menu-confirmed = ✓ Confirmed.
menu-runs-now =
    { $after ->
        [yes] ▶️ It is running already; once more when that has ended.
       *[no] ▶️ It runs now. Its schedule stays as it is.
    }
menu-resumed = ▶️ It goes on.
menu-row-paused =
    { $after ->
        [yes] ⏸ Paused. What is running now still comes.
       *[no] ⏸ Paused.
    }
menu-press-late = That press came long ago, so I did nothing. Press again if you still mean it.
menu-today = 📅 Today, { $day }
menu-today-empty = Nothing today.
menu-jobs =
    { $count ->
        [0] 🛠 No job has run yet.
       *[other] 🛠 Jobs
    }
    { $health }
menu-job =
    { $outcome ->
        [ok] ✓ { $name }: { $at }
        [failed] ✗ { $name }: { $at }, { $error }
        [acknowledged] ✗ { $name }: { $at }, { $error } (seen)
       *[never] – { $name }: has not run yet
    }
health-check =
    { $name ->
        [alerts] alerts
        [chats] chats
        [clock] clock
        [home] data folder
        [process] process
        [jobs] jobs
        [mcp] MCP servers
        [model] model
        [next] next reminder
        [node] Node.js
        [outbox] messages to be sent
        [overdue] overdue reminders
        [packages] packages
        [poller] message intake
        [pulse] dispatcher
        [quarantine] unreadable records
        [schema] database schema
        [settings] settings
        [store] database
        [contact] contact with Telegram
        [telegram] Telegram
        [zone] time zone
        [backup] backup
       *[other] { $name }
    }
job-name =
    { $name ->
        [backup] Backup
        [dispatch] Reminders and commands
        [helper] Helpers
        [insist] Repeated reminders
        [maintenance] Restart and update
        [sweep] Tidying up
        [sweep-old] Tidying up old records
        [watch] Watching the machine
       *[other] { $name }
    }
alert-name =
    { $name ->
        [chat-blocked] I may not write to a chat
        [message-refused] Telegram refused a message
        [message-set-aside] A message was set aside
        [message-unknown] A message may not have arrived
        [job-failed] A background job fails
        [command-failed] A command fails
        [clock-forward] The clock jumped ahead
        [clock-back] The clock was set back
        [disk-low] Little disk space
        [poller-conflict] Another program takes my messages
       *[other] { $name }
    }
menu-alert = ⚠️ { $name }: since { $at }
menu-settings =
    ⚙️ Settings
    Language: { $language }
    Time zone: { $zone }
    Default time: { $hour }
menu-grants =
    ♾ Always allowed ({ $count }){ $pages ->
        [1] { "" }
       *[other] , page { $page } of { $pages }
    }
menu-grants-empty = Nothing yet: whatever can do harm asks first. “Always” under such a question puts it here.
menu-grant =
    { $kind ->
        [bash] This command runs without asking:
        [mcp_call] This tool of an MCP server runs without asking, with any input:
       *[other] “{ $name }” runs without asking:
    }
menu-grant-since =
    { $by ->
        [nobody] since { $at }
       *[other] since { $at }, by { $name }
    }
menu-grant-gone = This was revoked already.
menu-languages = Which language?
menu-zones =
    { $step ->
        [start] Where are you? It decides when your reminders come. You can also send me your location, or type any other zone: /timezone Asia/Tokyo
        [ask] I do not know your time zone yet, so this counts in { $zone }. Where are you? You can also send me your location, or type any other zone: /timezone Asia/Tokyo
       *[menu] Your time zone is { $zone }. Where are you? You can also send me your location, or type any other zone: /timezone Asia/Tokyo
    }
button-reminders = ⏰ Reminders
button-jobs = 🛠 Jobs
button-settings = ⚙️ Settings
button-today = 📅 Today
button-hour = 🕘 Default time
button-grants = ♾ Always allowed
button-revoke = 🗑 Revoke
button-add = ➕ New
button-search = 🔎 Search
button-all = ⏰ All
button-paused = ⏸ Paused
button-confirm = ✅ Confirm
button-run-now = ▶️ Run now
button-pause = ⏸ Pause
button-resume = ▶️ Resume
button-move = 🕘 Move
button-edit = ✏️ Edit text
button-cancel = ✗ Cancel
button-language = 🌐 Language
button-timezone = 🌍 Time zone
button-back = ← Back
button-previous = ‹
button-next = ›
button-refresh = ↻ Refresh
button-remove-yes = 🗑 Yes, remove
button-unset = ↩️ Undo
button-zone = { $zone }

## Dialogues

dialogue-wait =
    { $place ->
        [group] Answer as a reply to this message; I wait for half an hour.
       *[other] I wait for half an hour.
    }
notice-dialogue-add-ask =
    What shall I remind you of, and when? For example:
    • tomorrow at 9 call Anna
    • in 20 minutes check the oven
    • every weekday at 8:30 stand-up

    { dialogue-wait }
notice-dialogue-add-when =
    “{ $text }”: when? For example:
    • tomorrow at 9
    • in 20 minutes
    • every weekday at 8:30

    { dialogue-wait }
notice-dialogue-add-text =
    { $when }: what shall I remind you of? For example “call Anna”.

    { dialogue-wait }
notice-dialogue-add-confirm = Shall I set this? To change it, write it again.
notice-dialogue-move-ask =
    “{ $text }” comes { $schedule }. When instead? For example:
    • tomorrow at 9
    • in 20 minutes
    • every weekday at 8:30

    { dialogue-wait }
notice-dialogue-move-confirm = Shall I move it? For another time, write it again.
notice-dialogue-edit-ask =
    What shall it say instead? For example “call Anna about the tickets”. Now it says:

    { $text }

    { dialogue-wait }
notice-dialogue-edit-confirm =
    Shall it say this? For other words, write them again.

    { $text }
notice-dialogue-snooze-ask =
    Until when shall I snooze “{ $text }” ({ $due })? For example:
    • in 2 hours
    • Friday at 18:00
    • the day after tomorrow

    { dialogue-wait }
notice-dialogue-snooze-confirm = Shall I snooze it? For another time, write it again.
notice-dialogue-search-ask =
    Which words shall I look for in what is set? For example “Anna” or “dentist”.

    { dialogue-wait }
notice-dialogue-default-hour-ask =
    At what time shall a reminder come for which you name a day alone? Now it is { $hour }. For example:
    • 8:30
    • 10 am

    { dialogue-wait }
notice-dialogue-default-hour-confirm = Days without a time shall mean { $hour }. To change it, write it again.
button-dialogue-add = ✅ Set it
button-dialogue-move = ✅ Move it
button-dialogue-edit = ✅ Save
button-dialogue-snooze = ✅ Snooze it
button-dialogue-default-hour = ✅ Save
notice-dialogue-cancelled = ✗ Cancelled, nothing was stored.
notice-dialogue-gone = What this was about is gone, so nothing was stored.
notice-dialogue-over = I waited for an answer until { $at }; nothing was stored. I take what you write now as a message.
notice-reminder-moved =
    { $after ->
        [yes] Moved. It is running right now; the new time holds after that.
       *[no] Moved.
    }
notice-reminder-edited =
    { $after ->
        [yes] Changed. It is running right now with the old words; the new ones hold after that.
       *[no] Changed.
    }
notice-reminder-snoozed = Snoozed.
notice-hour-set = Days without a time mean { $hour } from now on.

## Pause

notice-pause-how =
    Until when shall I be quiet? Reminders, lists and alerts wait and come together at the end; I answer you all the same. In your words:
    • /pause until tomorrow at 9
    • /pause 2 hours
notice-pause-unreadable =
    I could not read until when. Try it like this:
    • /pause until tomorrow at 9
    • /pause 2 hours
    • /pause off
notice-pause-past = That time has passed. Until when shall I be quiet?
notice-pause-until = ⏸ I am quiet until { $until }. Reminders, lists and alerts wait and come together then; I answer you all the same.
notice-pause-over = 🔔 The pause is over.
notice-pause-none = Nothing is paused.
button-pause-1h = 1 hour
button-pause-3h = 3 hours
button-pause-tonight = Until the evening
button-pause-tomorrow = Until tomorrow
button-pause-end = 🔔 End the pause
digest-paused =
    { $count ->
        [one] One reminder came due during the pause:
       *[other] { $count } reminders came due during the pause:
    }

## Another time zone

notice-zone-moves =
    Your time zone is { $to } now. What is set has not changed yet. Shall it go along from { $from }?

    { $moving ->
        [one] One would keep its time on the clock:
       *[other] { $moving } would keep their time on the clock:
    }
    { $moves }

    { $staying ->
        [0] Everything goes along.
        [one] One stays as it is:
       *[other] { $staying } stay as they are:
    }
    { $stays }
zone-row =
    { $from ->
        [paused] • { $text }: paused
       *[other] • { $text }: { $from } → { $to }
    }
zone-stays =
    { $reason ->
        [own_zone] • { $text }: has a zone of its own
        [past] • { $text }: that time has passed there
       *[elapsed] • { $text }: counts from when it was set
    }
zone-more =
    { $count ->
        [one] • and one more
       *[other] • and { $count } more
    }
button-zone-move =
    { $count ->
        [one] 🌍 Move it
       *[other] 🌍 Move { $count }
    }
button-zone-keep = Leave everything
mark-zone-moved =
    { $count ->
        [one] ✓ One has moved along.
       *[other] ✓ { $count } have moved along.
    }
mark-zone-kept = ✓ Everything stays as it is.

## Languages and places

language-en = English
language-ru = Русский
language-zh = 中文

zone-honolulu = Honolulu
zone-los-angeles = Los Angeles
zone-denver = Denver
zone-chicago = Chicago
zone-new-york = New York
zone-sao-paulo = São Paulo
zone-utc = UTC
zone-london = London
zone-berlin = Berlin
zone-kyiv = Kyiv
zone-istanbul = Istanbul
zone-moscow = Moscow
zone-samara = Samara
zone-dubai = Dubai
zone-tbilisi = Tbilisi
zone-yekaterinburg = Yekaterinburg
zone-tashkent = Tashkent
zone-almaty = Almaty
zone-delhi = Delhi
zone-omsk = Omsk
zone-novosibirsk = Novosibirsk
zone-bangkok = Bangkok
zone-irkutsk = Irkutsk
zone-shanghai = Shanghai
zone-taipei = Taipei
zone-singapore = Singapore
zone-tokyo = Tokyo
zone-vladivostok = Vladivostok
zone-sydney = Sydney
zone-auckland = Auckland

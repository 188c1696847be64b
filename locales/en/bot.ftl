## The commands, as Telegram lists them

command-menu = Reminders, jobs and settings
command-remind = Set a reminder: /remind tomorrow at 9 call Anna
command-reminders = What is set, and what became of it
command-status = What runs, waits and costs
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
    /menu opens reminders, jobs and settings
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
notice-new-context = A new conversation. Your reminders stay as they are.
notice-nothing-to-stop = Nothing is running here.
notice-language-which = Which language?
notice-language-unknown = I do not speak that language yet. I have these:
notice-language-set = I speak English now.
notice-zone-set = Your time zone is { $zone } now. What is set already keeps the zone that it was set in.
notice-zone-unknown = I do not know one time zone for certain under “{ $zone }”. Name a place, for example /timezone Europe/Berlin, or choose one in /timezone.
notice-setting-refused = The settings could not be changed: { $reason }
notice-unknown-command = I do not know { $command }. /help shows what I understand.
notice-cannot-take =
    { $kind ->
        [voice] I cannot hear yet. Please write it.
        [picture] I cannot see pictures yet. Please write what it is about.
        [sticker] Stickers are beyond me. Please say it in words.
        [file] I cannot open files yet. Please paste the text.
        [location] I cannot read places yet. If it is about your time zone: /timezone.
       *[other] I cannot read this kind of message. Please say it in words.
    }
notice-only-caption =
    { $kind ->
        [voice] I cannot hear yet, so I go by the words under it.
        [picture] I cannot see pictures yet, so I go by the words under it.
       *[other] I cannot open this, so I go by the words under it.
    }
notice-edit-too-late = I had begun already, so this edit came too late.
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
    ⏱ Up for { $hours } h { $minutes } min

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
press-gone = This is gone.
press-outdated = This was out of date; now it is fresh.
press-saved = Saved
press-done = ✅ Done
press-snoozed = 😴 Until { $until }
press-reading = { $at }
press-reading-over = That time has passed.
press-continue = I go on
press-again = I answer again
mark-removed = 🗑 Removed.
mark-unsnoozed = ↩️ Not snoozed after all.
mark-reading = ✓ Changed: { $at }
mark-reading-repeats = ✓ Changed, next: { $at }
mark-dropped = ✓ Dropped.
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
reminder-was-snoozed = 😴 Put off to { $when }.
snooze-3h = In 3 hours
snooze-tomorrow = Tomorrow morning
snooze-monday = Monday morning
snooze-week = In a week

notice-receipt =
    🧾 { $text }

    Asked: { $asked }
    Due: { $due }{ $skipped ->
        [0] { "" }
        [one] { " " }(one earlier one skipped)
       *[other] { " " }({ $skipped } earlier ones skipped)
    }
    Taken up: { $claimed }
    Turn: { $turn ->
        [none] none
        [running] running
        [done] done by { $model }, { $tokens } tokens, tools: { $tools }
        [stopped] stopped
        [interrupted] interrupted by a restart
       *[other] failed ({ $model }), { $tokens } tokens, tools: { $tools }
    }
    Message: { $outcome ->
        [sent] accepted by Telegram { $sent }, no. { $message }
        [interrupted-sent] the plain text, accepted by Telegram { $sent }, no. { $message }
        [unknown] sent, but nobody knows whether it arrived
        [failed] not delivered
        [skipped] not sent
        [queued] waiting to be sent
       *[other] not sent yet
    }
    { $error ->
        [none] { "" }
       *[other] Reason: { $error }{ "\u000A" }
    }{ $tap ->
        [none] Nothing was pressed.
        [done] Done: { $tapped }
       *[other] Snoozed: { $tapped }
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
    { $pages ->
        [1] ⏰ Reminders ({ $count })
       *[other] ⏰ Reminders ({ $count }), page { $page } of { $pages }
    }
menu-reminders-empty = ⏰ Nothing is set. Try: /remind tomorrow at 9 call Anna
menu-reminder-gone = This reminder is gone.
menu-reminder-paused = paused
menu-reminder-when = { $schedule } ({ $zone })
menu-last-fact =
    { $outcome ->
        [sent] ✓ sent { $at }
        [unknown] ? sent { $at }, but nobody knows whether it arrived
        [failed] ✗ not sent: { $error }
        [skipped] ✗ skipped: { $error }
        [interrupted] ✗ interrupted by a restart { $at }
        [queued] … waiting to be sent
       *[other] … running
    }
menu-remove = Remove “{ $text }”?
menu-removed = 🗑 Removed: { $text }
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
menu-settings =
    ⚙️ Settings
    Language: { $language }
    Time zone: { $zone }
menu-languages = Which language?
menu-zones =
    { $step ->
        [start] Where are you? It decides when your reminders come. Any other zone: /timezone Asia/Tokyo
       *[menu] Your time zone is { $zone }. Where are you? Any other zone: /timezone Asia/Tokyo
    }
button-reminders = ⏰ Reminders
button-jobs = 🛠 Jobs
button-settings = ⚙️ Settings
button-language = 🌐 Language
button-timezone = 🌍 Time zone
button-back = ← Back
button-previous = ‹
button-next = ›
button-refresh = ↻ Refresh
button-remove-yes = 🗑 Yes, remove
button-unset = ↩️ Undo
button-zone = { $zone }

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

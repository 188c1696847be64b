## What happened to a message on its way

sent-late = Late: this was due
sent-again = The connection broke off when I sent this first, so it may reach you twice.
sent-elsewhere = The topic this was meant for is gone, so it comes here.
reply-empty = (The answer has no text.)
answer-cut = ✂️ The answer was cut off at the model's limit.

## Cards: what was set

card-rule = { $rule } ({ $zone })
card-zone = Time zone: { $zone }
card-elsewhere = It goes to another chat.
card-remove = 🗑 Remove
card-other-reading = Rather { $when }

## Reminders

reminder-done = ✅ Done
reminder-snooze = 😴 Snooze
reminder-why = Why?
reminder-open = ⚙️ Open
reminder-last = This was the last one.
reminder-insists = Reminder { $count } of 5 until you press Done.
reminder-skipped-earlier =
    { $count ->
        [one] One earlier one was skipped while I was not running.
       *[other] { $count } earlier ones were skipped while I was not running.
    }
reminder-fallback =
    { $code ->
        [no_key] The assistant could not run because no key is set for the model. Here is the reminder itself.
        [wrong_key] The assistant could not run because the provider refused the key. Here is the reminder itself.
        [no_credit] The assistant could not run because the account at the provider is empty. Here is the reminder itself.
        [rate_limited] The assistant could not run because the provider asked to wait. Here is the reminder itself.
        [context_too_long] The assistant could not run because the task grew too long for the model. Here is the reminder itself.
        [provider_down] The assistant could not run because the provider is down. Here is the reminder itself.
        [empty_answer] The assistant gave an empty answer. Here is the reminder itself.
        [timeout_connect] The assistant could not run because the provider did not answer. Here is the reminder itself.
        [timeout_first_token] The assistant could not run because the provider did not answer. Here is the reminder itself.
        [timeout_stall] The assistant did not finish because the provider fell silent. Here is the reminder itself.
        [timeout_turn] The assistant did not finish in time. Here is the reminder itself.
        [over_budget] Today's budget for the model is used up or cannot be computed. Here is the reminder itself.
        [interrupted] A restart came in between, so here is the reminder itself.
       *[other] The assistant could not carry this out. Here is the reminder itself.
    }

## Lists

digest-stale =
    { $count ->
        [one] One reminder came too late to be of use, so I did not send it:
       *[other] { $count } reminders came too late to be of use, so I did not send them:
    }
digest-missed =
    { $count ->
        [one] One reminder came due while I could not write here:
       *[other] { $count } reminders came due while I could not write here:
    }

## Alerts

alert-chat-blocked = I may not write to “{ $chat }” any more: the bot was blocked or removed there. Its messages wait; let the bot in again, and they are delivered.
alert-message-refused = Telegram refused a message for “{ $chat }”: { $reason }. It was not delivered.
alert-message-set-aside = A message for “{ $chat }” failed five times while others went through, so I set it aside: { $reason }.
alert-message-unknown = A message for “{ $chat }” was sent twice, and the connection broke off both times. It may not have arrived.
alert-job-failed = The background job “{ $job }” has failed { $count } times in a row: { $reason }. It is tried again; “vigil jobs” shows it.
alert-clock-forward = The clock of this machine jumped ahead by { $minutes } minutes, or it slept so long. What came due meanwhile is caught up with.
alert-clock-back = The clock of this machine was set back by { $minutes } minutes. Nothing fires twice for it; please check the time of the machine.
alert-disk-low = Only { $free } MiB are free on the disk. Free some space soon: on a full disk nothing can be stored.
alert-poller-conflict = Another program receives messages with my token, and we take them away from each other. Stop it, or get a new token from @BotFather.

## Notices

notice-stopped = Stopped.
notice-reply-maybe-lost = The connection broke off while I was answering. My last answer may not have arrived.
button-show-reply = Show it

## Why a turn gave no answer

fault-no-key = I cannot answer: no key is set for the model. Put it into .env (the README names the variable) and restart me.
fault-wrong-key = The model's provider refused the key. Check it in .env and restart me.
fault-no-credit = The account at the model's provider is empty. Top it up, then ask again.
fault-rate-limited = The model's provider asks to slow down. Wait a minute and ask again.
fault-context-too-long = The conversation grew too long for the model. Begin a new one with /new and ask again.
fault-provider-down = The model's provider cannot be reached or reports a fault. Ask again in a few minutes.
fault-empty-answer = The model gave an empty answer. Ask again, perhaps in other words.
fault-malformed-tool-call = The model called a tool in a way that cannot be read. Ask again; if it goes on, choose another model.
fault-timeout-connect = No connection to the model's provider. Check the network, then ask again.
fault-timeout-first-token = The model did not begin to answer in time. Ask again in a minute.
fault-timeout-stall = The model fell silent in the middle of its answer. Ask again.
fault-timeout-turn = This took too long, so I stopped. Ask again with a smaller task.
fault-cut = The answer was cut off on its way. Ask again.
fault-unknown = Something went wrong while I was answering. Ask again; the log says what it was.

## Why a reminder was not set

refused-when-empty = When? Add a time, for example “tomorrow at 9”.
refused-when-missing = When? Add a time, for example “tomorrow at 9”.
time-understood = What I did read: “{ $understood }”.
refused-when-unreadable =
    I could not read the time. Try it like this:
    • tomorrow at 9 call Anna
    • in 20 minutes check the oven
    • every weekday at 8:30 stand-up
refused-when-unreadable-time =
    I could not read the time. Try it like this:
    • tomorrow at 9
    • in 20 minutes
    • every weekday at 8:30
refused-time-unreadable =
    I need a time of day alone. Try it like this:
    • 8:30
    • 10 am
refused-not-in-a-reminder = A reminder that runs cannot set another one: say it in a message.
refused-when-and-every = A time is either once or repeats: say one of the two.
refused-when-in-past = That time has passed. Name one that is still ahead.
refused-when-no-such-date = { $weekday ->
    [mon] That date is a Monday. Name the date or the weekday alone.
    [tue] That date is a Tuesday. Name the date or the weekday alone.
    [wed] That date is a Wednesday. Name the date or the weekday alone.
    [thu] That date is a Thursday. Name the date or the weekday alone.
    [fri] That date is a Friday. Name the date or the weekday alone.
    [sat] That date is a Saturday. Name the date or the weekday alone.
    [sun] That date is a Sunday. Name the date or the weekday alone.
   *[none] There is no such date. Check the day and the month.
}
refused-when-never = That never happens. Check the day, the month and the rule.
refused-when-ended = That series is over already. Name an end that is still ahead.
refused-when-too-frequent = That is too often. Reminders may repeat every 10 minutes at most.
refused-when-unknown-zone = I do not know that time zone. Name a city, for example “Berlin time”.
refused-when-ambiguous-zone = That name stands for several time zones. Name a city, for example “Berlin time”.
refused-text-empty = What should I remind you of? Add it to the time.
refused-text-too-long = The text has { $length } characters; { $most } is the most. Make it shorter.
refused-too-many = { $most } reminders are set, and that is the most. Remove some first: /reminders.
refused-unknown-target = I do not know that chat or topic. Write to me there once, then try again.
refused-unknown-id = I do not find it any more: it may have been removed already.
refused-already-paused = It is paused already.
refused-not-paused = It is not paused.
refused-already-fired = It has fired already. Give it a new time to set it again.
refused-already-running = It is already about to run once more.
refused-not-confirmed = It waits for your confirmation first.
refused-already-confirmed = It does not wait for a confirmation any more.
refused-undo-over = That can no longer be undone: it works for a minute.

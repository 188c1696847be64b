time-instant = { $weekday } { $date } { $time } ({ $zone })
time-moment = { $weekday } { $date } { $time }

# Distances
time-now = now
time-in = in { $span }
time-ago = { $span } ago
time-span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
time-span-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
time-span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
time-span-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}

# What a schedule does
time-join = ,{" "}
time-once = once
time-at = { $days } at { $times }
time-daily = { $n ->
    [1] every day
    [2] every other day
   *[other] every { $n } days
}
time-workdays = on weekdays
time-weekends = on weekends
time-weekly = { $n ->
    [1] every { $days }
   *[other] every { $n } weeks on { $days }
}
time-weekday = { $day ->
    [mon] Monday
    [tue] Tuesday
    [wed] Wednesday
    [thu] Thursday
    [fri] Friday
    [sat] Saturday
   *[sun] Sunday
}
time-day = { $ordinal ->
    [one] { $day }st
    [two] { $day }nd
    [few] { $day }rd
   *[other] { $day }th
}
time-monthly = { $n ->
    [1] every month on the { $days }
   *[other] every { $n } months on the { $days }
}
time-monthly-clamped = { $n ->
    [1] every month on the { $day } (the last day of shorter months)
   *[other] every { $n } months on the { $day } (the last day of shorter months)
}
time-monthly-nth = { $n ->
    [1] every month on the { $day }
   *[other] every { $n } months on the { $day }
}
time-nth = { $position ->
    [first] first
    [second] second
    [third] third
    [fourth] fourth
    [fifth] fifth
   *[last] last
} { $day ->
    [mon] Monday
    [tue] Tuesday
    [wed] Wednesday
    [thu] Thursday
    [fri] Friday
    [sat] Saturday
    [sun] Sunday
    [workday] working day
   *[day] day
}
time-monthly-if = { $n ->
    [1] on the { $day } of a month (if it is a { $weekday })
   *[other] on the { $day } of every { $n } months (if it is a { $weekday })
}
time-yearly = { $n ->
    [1] every year on { $date }
   *[other] every { $n } years on { $date }
}
time-days-or-weekdays = on the { $days } of a month and also every { $weekdays }
time-every-minutes = { $n ->
    [1] every minute
   *[other] every { $n } minutes
}
time-every-hours = { $n ->
    [1] { $minute ->
        [0] every hour
       *[other] every hour at :{ $past }
    }
   *[other] { $minute ->
        [0] every { $n } hours
       *[other] every { $n } hours at :{ $past }
    }
}
time-every-span = every { $span }
time-between = from { $from } to { $to }
time-cron = by the cron pattern { $pattern }
time-rule = by the rule { $pattern }
time-from = starting { $date }
time-until = until { $date }
time-count = { $n ->
    [one] once
   *[other] { $n } times
}

# Notes of a card
time-note-default-time = No time was said: { $time } it is.
time-note-series-ends = It comes once then: this ends the series.
time-note-default-times = No times were said: { $times }.
time-note-assumed-day = No day was said: { $date } it is.
time-note-assumed-year = The next such date is in { $year }.
time-note-clamped = In months without day { $day } it is the last day.
time-note-moved-from-gap = The clocks skip { $time } that day: it comes at { $moved }.
time-note-first-of-two = The clocks show { $time } twice that day: it comes the first time.
time-note-day-or-weekday = The pattern names days of the month and weekdays: cron fires on either.
time-note-gap-ahead = On { $date } the clocks skip { $time }: it comes at { $moved } that day.
time-note-fold-ahead = On { $date } the clocks show { $time } twice: it comes once, the first time.

time-instant = { $weekday } { $date } { $time } ({ $zone })
time-moment = { $weekday } { $date } { $time }

# Distances
time-now = сейчас
time-in = через { $span }
time-ago = { $span } назад
time-span-days = { $n ->
    [one] { $n } день
    [few] { $n } дня
   *[other] { $n } дней
}
time-span-hours = { $n ->
    [one] { $n } час
    [few] { $n } часа
   *[other] { $n } часов
}
time-span-minutes = { $n ->
    [one] { $n } минуту
    [few] { $n } минуты
   *[other] { $n } минут
}
time-span-seconds = { $n ->
    [one] { $n } секунду
    [few] { $n } секунды
   *[other] { $n } секунд
}

# What a schedule does
time-join = ,{" "}
time-once = один раз
time-at = { $days } в { $times }
time-daily = { $n ->
    [1] каждый день
    [2] через день
    [one] каждый { $n } день
    [few] каждые { $n } дня
   *[other] каждые { $n } дней
}
time-workdays = по будням
time-weekends = по выходным
time-weekly = { $n ->
    [1] по { $days }
    [one] раз в { $n } неделю по { $days }
    [few] раз в { $n } недели по { $days }
   *[other] раз в { $n } недель по { $days }
}
time-weekday = { $day ->
    [mon] понедельникам
    [tue] вторникам
    [wed] средам
    [thu] четвергам
    [fri] пятницам
    [sat] субботам
   *[sun] воскресеньям
}
time-day = { $ordinal ->
   *[other] { $day }-го
}
time-monthly = { $n ->
    [1] каждый месяц { $days } числа
    [one] раз в { $n } месяц { $days } числа
    [few] раз в { $n } месяца { $days } числа
   *[other] раз в { $n } месяцев { $days } числа
}
time-monthly-clamped = { $n ->
    [1] каждый месяц { $day } числа (в коротких месяцах — в последний день)
    [one] раз в { $n } месяц { $day } числа (в коротких месяцах — в последний день)
    [few] раз в { $n } месяца { $day } числа (в коротких месяцах — в последний день)
   *[other] раз в { $n } месяцев { $day } числа (в коротких месяцах — в последний день)
}
time-monthly-nth = { $n ->
    [1] каждый месяц в { $day }
    [one] раз в { $n } месяц в { $day }
    [few] раз в { $n } месяца в { $day }
   *[other] раз в { $n } месяцев в { $day }
}
time-nth = { $day ->
    [mon] { $position ->
        [first] первый понедельник
        [second] второй понедельник
        [third] третий понедельник
        [fourth] четвёртый понедельник
        [fifth] пятый понедельник
       *[last] последний понедельник
    }
    [tue] { $position ->
        [first] первый вторник
        [second] второй вторник
        [third] третий вторник
        [fourth] четвёртый вторник
        [fifth] пятый вторник
       *[last] последний вторник
    }
    [wed] { $position ->
        [first] первую среду
        [second] вторую среду
        [third] третью среду
        [fourth] четвёртую среду
        [fifth] пятую среду
       *[last] последнюю среду
    }
    [thu] { $position ->
        [first] первый четверг
        [second] второй четверг
        [third] третий четверг
        [fourth] четвёртый четверг
        [fifth] пятый четверг
       *[last] последний четверг
    }
    [fri] { $position ->
        [first] первую пятницу
        [second] вторую пятницу
        [third] третью пятницу
        [fourth] четвёртую пятницу
        [fifth] пятую пятницу
       *[last] последнюю пятницу
    }
    [sat] { $position ->
        [first] первую субботу
        [second] вторую субботу
        [third] третью субботу
        [fourth] четвёртую субботу
        [fifth] пятую субботу
       *[last] последнюю субботу
    }
    [sun] { $position ->
        [first] первое воскресенье
        [second] второе воскресенье
        [third] третье воскресенье
        [fourth] четвёртое воскресенье
        [fifth] пятое воскресенье
       *[last] последнее воскресенье
    }
    [workday] { $position ->
        [first] первый рабочий день
        [second] второй рабочий день
        [third] третий рабочий день
        [fourth] четвёртый рабочий день
        [fifth] пятый рабочий день
       *[last] последний рабочий день
    }
   *[day] { $position ->
        [first] первый день
        [second] второй день
        [third] третий день
        [fourth] четвёртый день
        [fifth] пятый день
       *[last] последний день
    }
}
time-monthly-if = { $n ->
    [1] { $day } числа (если это { $weekday })
    [one] раз в { $n } месяц { $day } числа (если это { $weekday })
    [few] раз в { $n } месяца { $day } числа (если это { $weekday })
   *[other] раз в { $n } месяцев { $day } числа (если это { $weekday })
}
time-yearly = { $n ->
    [1] каждый год { $date }
    [one] раз в { $n } год { $date }
    [few] раз в { $n } года { $date }
   *[other] раз в { $n } лет { $date }
}
time-days-or-weekdays = { $days } числа каждого месяца и ещё по { $weekdays }
time-every-minutes = { $n ->
    [1] каждую минуту
    [one] каждую { $n } минуту
    [few] каждые { $n } минуты
   *[other] каждые { $n } минут
}
time-every-hours = { $n ->
    [1] { $minute ->
        [0] каждый час
       *[other] каждый час в :{ $past }
    }
    [few] { $minute ->
        [0] каждые { $n } часа
       *[other] каждые { $n } часа в :{ $past }
    }
   *[other] { $minute ->
        [0] каждые { $n } часов
       *[other] каждые { $n } часов в :{ $past }
    }
}
time-every-span = раз в { $span }
time-between = с { $from } до { $to }
time-cron = по шаблону cron { $pattern }
time-rule = по правилу { $pattern }
time-from = начиная с { $date }
time-until = до { $date }
time-count = { $n ->
    [one] { $n } раз
    [few] { $n } раза
   *[other] { $n } раз
}

# Notes of a card
time-note-default-time = Время не названо, поэтому { $time }.
time-note-series-ends = Придёт один раз, повторений больше не будет.
time-note-default-times = Время не названо, поэтому { $times }.
time-note-assumed-day = День не назван, поэтому { $date }.
time-note-assumed-year = Ближайшая такая дата — в { $year } году.
time-note-clamped = В месяцах, где нет { $day }-го числа, — в последний день.
time-note-moved-from-gap = В этот день часы перескакивают через { $time }, поэтому сработает в { $moved }.
time-note-first-of-two = В этот день { $time } бывает дважды: сработает в первый раз.
time-note-day-or-weekday = В шаблоне и число, и день недели: cron срабатывает по любому из них.
time-note-gap-ahead = { $date } часы перескакивают через { $time }: в этот день сработает в { $moved }.
time-note-fold-ahead = { $date } время { $time } бывает дважды: сработает один раз, в первый.

time-instant = { $date } { $weekday } { $time }（{ $zone }）
time-moment = { $date } { $weekday } { $time }

# Distances
time-now = 现在
time-in = { $span }后
time-ago = { $span }前
time-span-days = { $n }天
time-span-hours = { $n }小时
time-span-minutes = { $n }分钟
time-span-seconds = { $n }秒

# What a schedule does
time-join = ，
time-once = 一次
time-at = { $days }{ $times }
time-daily = { $n ->
    [1] 每天
    [2] 每隔一天
   *[other] 每{ $n }天
}
time-workdays = 每个工作日
time-weekends = 每个周末
time-weekly = { $n ->
    [1] 每{ $days }
   *[other] 每{ $n }周的{ $days }
}
time-weekday = { $day ->
    [mon] 周一
    [tue] 周二
    [wed] 周三
    [thu] 周四
    [fri] 周五
    [sat] 周六
   *[sun] 周日
}
time-day = { $ordinal ->
   *[other] { $day }号
}
time-monthly = { $n ->
    [1] 每月{ $days }
   *[other] 每{ $n }个月的{ $days }
}
time-monthly-clamped = { $n ->
    [1] 每月{ $day }（天数不足的月份为最后一天）
   *[other] 每{ $n }个月的{ $day }（天数不足的月份为最后一天）
}
time-monthly-nth = { $n ->
    [1] 每月{ $day }
   *[other] 每{ $n }个月的{ $day }
}
time-nth = { $position ->
    [first] 第一
    [second] 第二
    [third] 第三
    [fourth] 第四
    [fifth] 第五
   *[last] 最后一
}{ $day ->
    [mon] 个周一
    [tue] 个周二
    [wed] 个周三
    [thu] 个周四
    [fri] 个周五
    [sat] 个周六
    [sun] 个周日
    [workday] 个工作日
   *[day] 天
}
time-monthly-if = { $n ->
    [1] 每月{ $day }（如果是{ $weekday }）
   *[other] 每{ $n }个月的{ $day }（如果是{ $weekday }）
}
time-yearly = { $n ->
    [1] 每年{ $date }
   *[other] 每{ $n }年的{ $date }
}
time-days-or-weekdays = 每月{ $days }，以及每{ $weekdays }
time-every-minutes = { $n ->
    [1] 每分钟
   *[other] 每{ $n }分钟
}
time-every-hours = { $n ->
    [1] { $minute ->
        [0] 每小时
       *[other] 每小时的{ $past }分
    }
   *[other] { $minute ->
        [0] 每{ $n }小时
       *[other] 每{ $n }小时的{ $past }分
    }
}
time-every-span = 每{ $span }
time-between = { $from }到{ $to }
time-cron = 按 cron 表达式 { $pattern }
time-rule = 按规则 { $pattern }
time-from = 从{ $date }开始
time-until = 到{ $date }为止
time-count = 共{ $n }次

# Notes of a card
time-note-default-time = 没有说几点，所以定在{ $time }。
time-note-series-ends = 只提醒这一次，原来的重复到此结束。
time-note-default-times = 没有说几点，所以定在{ $times }。
time-note-assumed-day = 没有说哪一天，所以定在{ $date }。
time-note-assumed-year = 下一个这样的日期在{ $year }年。
time-note-clamped = 没有{ $day }号的月份，改在最后一天。
time-note-moved-from-gap = 那天时钟会跳过{ $time }，所以改在{ $moved }。
time-note-first-of-two = 那天{ $time }会出现两次，在第一次时提醒。
time-note-day-or-weekday = 表达式同时写了日期和星期：cron 满足其一就会触发。
time-note-gap-ahead = { $date }时钟会跳过{ $time }，当天改在{ $moved }。
time-note-fold-ahead = { $date } { $time }会出现两次，只在第一次时触发。

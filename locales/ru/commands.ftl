## Команды по расписанию: тревоги

alert-command-failed =
    Команда «{ $name }» не удалась: { $kind ->
        [spawn] она не запустилась (spawn: { $value })
        [exit] код завершения { $value }
        [signal] сигнал { $value }
        [timeout] не уложилась в { $value } мин
       *[interrupted] её прервал перезапуск, снова она не запускается
    }.{ $lines }

## Команды по расписанию: слово владельца

notice-confirm-command =
    Можно запускать на вашем компьютере эту команду, каждый раз не дольше { $minutes } мин?

    { $command }

    Пока вы не подтвердите, она не запустится, а через 24 часа забудется.
notice-confirm-edit =
    Можно заменить команду «{ $name }» на эту?

    { $command }

    Пока вы не подтвердите, она останется прежней.
button-confirm-command = ✅ Подтвердить
button-drop-schedule = 🗑 Отказаться
press-command-confirmed = Подтверждено
mark-command-confirmed = ✅ Подтверждено. Первый запуск: { $at }.
mark-command-changed = ✅ Подтверждено. Команда изменена.
mark-command-dropped = 🗑 Отказано. Команда не запустится.
refused-bad-timeout = Предел времени команды: от 1 до { $most } целых минут.
refused-name-too-long = В названии знаков: { $length }, а можно не больше { $most }. Сократите его.

## Обслуживание

notice-maintenance =
    { $outcome ->
        [restarted] Перезапуск выполнен. Работает версия { $version }.
        [updated] Обновление выполнено. Работает версия { $version }.
        [newest] Новых версий нет; работает { $version }.
       *[failed] Обновить не удалось: { $reason }. Работает версия { $version }.
    }

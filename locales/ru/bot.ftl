## Команды, как их показывает Telegram

command-menu = Напоминания, задания и настройки
command-remind = Поставить напоминание: /remind завтра в 9 позвонить Анне
command-reminders = Что поставлено и чем кончилось
command-status = Что идёт, что ждёт и чего стоит
command-new = Начать новый разговор
command-stop = Остановить то, что я делаю
command-language = Язык
command-timezone = Часовой пояс
command-help = Что я умею
command-start = Первые шаги

## Первые шаги

notice-pair-wrong = Код не подходит. Нужный показан в терминале, где меня запустили.
notice-paired = Здравствуйте, { $name }! Теперь я слушаю вас.
notice-start-language = На каком языке будем говорить?
notice-start-ready =
    Всё готово. Я думаю с помощью { $model }, ваш часовой пояс: { $zone }.

    Просто пишите мне, или попробуем первое напоминание.
notice-start-ready-offline =
    Всё готово, ваш часовой пояс: { $zone }. Пока я работаю без языковой модели: напоминания приходят, свободный разговор не получится. Чтобы подключить модель, укажите VIGIL_MODEL и ключ в .env и перезапустите меня; как именно, написано в docs/models.md.

    Попробуем первое напоминание?
notice-welcome-back = Я на месте. /menu открывает всё, /help расскажет, что я умею.
button-first-minute = ⏰ Напомнить через минуту
button-first-examples = Показать примеры
first-reminder = Это ваше первое напоминание. Всё работает!

## Ответы на команды

notice-help =
    Я отвечаю, помню поставленное и действую, когда приходит время. Просто пишите мне, как человеку.

    /remind КОГДА ЧТО ставит напоминание без модели
    /reminders показывает, что поставлено и чем кончилось
    /menu открывает напоминания, задания и настройки
    /new начинает новый разговор, /stop останавливает то, что я делаю
    /status говорит, что идёт, что ждёт и чего стоит
    /language и /timezone меняют язык и часовой пояс

    Например:
    • через 20 минут проверить духовку
    • по будням в 8:30 планёрка
    • завтра в 9 узнай погоду и скажи, что надеть
notice-remind-how =
    Скажите когда и что, в любом порядке:
    • /remind через 20 минут проверить духовку
    • /remind завтра в 9 позвонить Анне
    • /remind по будням в 8:30 планёрка
notice-reminder-set = Сохранено.
notice-new-context = Начинаем новый разговор. Напоминания остаются как были.
notice-nothing-to-stop = Здесь сейчас ничего не идёт.
notice-language-which = Какой язык?
notice-language-unknown = На этом языке я пока не говорю. Могу на таких:
notice-language-set = Теперь говорю по-русски.
notice-zone-set = Теперь ваш часовой пояс: { $zone }. Поставленное раньше остаётся в том поясе, в котором ставилось.
notice-zone-unknown = Не могу точно сказать, какой пояс называется «{ $zone }». Назовите место, например /timezone Europe/Moscow, или выберите в /timezone.
notice-setting-refused = Не удалось изменить настройки: { $reason }
notice-unknown-command = Команды { $command } я не знаю. Что я понимаю, покажет /help.
notice-cannot-take =
    { $kind ->
        [voice] Слышать я пока не умею. Напишите, пожалуйста.
        [picture] Видеть картинки я пока не умею. Напишите, пожалуйста, о чём она.
        [sticker] Стикеры мне непонятны. Скажите, пожалуйста, словами.
        [file] Открывать файлы я пока не умею. Вставьте, пожалуйста, текст.
        [location] Места на карте я пока не понимаю. Если речь о часовом поясе: /timezone.
       *[other] Такие сообщения я не читаю. Скажите, пожалуйста, словами.
    }
notice-only-caption =
    { $kind ->
        [voice] Слышать я пока не умею, поэтому беру только подпись.
        [picture] Видеть картинки я пока не умею, поэтому беру только подпись.
       *[other] Открыть это я не могу, поэтому беру только подпись.
    }
notice-edit-too-late = Я уже начал отвечать, поэтому правка опоздала.
button-answer-again = Ответить на исправленное
notice-status =
    🧠 Модель: { $model }
    ▶️ Идёт: { $running }, ждёт: { $waiting }
    📤 Сообщений на отправку: { $outbox }
    ⏰ Поставлено: { $schedules }, ближайшее: { $next ->
        [none] нет
       *[other] { $next }
    }
    🪙 Сегодня: ходов { $turns }, токенов на входе { $input }, на выходе { $output }
    🌍 Часовой пояс: { $zone }
    ⏱ Работаю { $hours } ч { $minutes } мин

## Другой бот

notice-other-bot =
    До сих пор этот Vigil принадлежал другому боту. { $count ->
        [0] Там ничего не поставлено.
        [one] Там поставлено { $count } дело.
        [few] Там поставлено { $count } дела.
       *[other] Там поставлено { $count } дел.
    } Перенести всё в этот чат? Пока вы не выбрали, в прежние чаты я ничего не отправляю.
button-move-here = Перенести сюда
button-leave-there = Оставить там, на паузе
press-held = Сначала выберите, куда деть напоминания.
mark-moved = ✓ Перенесено сюда.
mark-left = ✓ Осталось там, на паузе.

## Нажатия

press-failed = Сразу не получилось. Пробую ещё раз.
press-gone = Этого уже нет.
press-outdated = Экран устарел, теперь он свежий.
press-saved = Сохранено
press-done = ✅ Готово
press-snoozed = 😴 До { $until }
press-reading = { $at }
press-reading-over = Это время уже прошло.
press-continue = Продолжаю
press-again = Отвечаю ещё раз
mark-removed = 🗑 Удалено.
mark-unsnoozed = ↩️ Всё-таки не отложено.
mark-reading = ✓ Изменено: { $at }
mark-reading-repeats = ✓ Изменено, ближайшее: { $at }
mark-dropped = ✓ Отброшено.
mark-language = ✓ Теперь говорю по-русски.
mark-zone = ✓ Часовой пояс: { $zone }
notice-remove-again = Кнопку нажали давно. Всё ещё удалить «{ $text }»?
notice-drop-again = Кнопку нажали давно. Всё ещё отбросить прерванный ответ?
reminder-snooze-10m = 10 мин
reminder-snooze-1h = 1 час
reminder-snooze-tonight = Вечером
reminder-snooze-tomorrow = Завтра
reminder-snooze-choose = Другое…
reminder-was-done = ✅ Готово.
reminder-was-snoozed = 😴 Отложено: { $when }.
snooze-3h = Через 3 часа
snooze-tomorrow = Завтра утром
snooze-monday = В понедельник утром
snooze-week = Через неделю

notice-receipt =
    🧾 { $text }

    Поставлено: { $asked }
    Срок: { $due }{ $skipped ->
        [0] { "" }
        [one] { " " }(пропущено { $skipped } более раннее)
       *[other] { " " }(пропущено более ранних: { $skipped })
    }
    Взято в работу: { $claimed }
    Ход: { $turn ->
        [none] не было
        [running] идёт
        [done] выполнен, { $model }, токенов { $tokens }, инструменты: { $tools }
        [stopped] остановлен
        [interrupted] прерван перезапуском
       *[other] не удался, { $model }, токенов { $tokens }, инструменты: { $tools }
    }
    Сообщение: { $outcome ->
        [sent] принято Telegram { $sent }, № { $message }
        [interrupted-sent] сам текст, принято Telegram { $sent }, № { $message }
        [unknown] отправлено, но дошло ли, неизвестно
        [failed] не доставлено
        [skipped] не отправлялось
        [queued] ждёт отправки
       *[other] ещё не отправлено
    }
    { $error ->
        [none] { "" }
       *[other] Причина: { $error }{ "\u000A" }
    }{ $tap ->
        [none] Ничего не нажимали.
        [done] Готово: { $tapped }
       *[other] Отложено: { $tapped }
    }

## Предупреждения

alert-update-aside = Одно из ваших сообщений (обновление { $update }) трижды не удалось обработать, я отложил его: { $reason }. Отправьте его, пожалуйста, ещё раз другими словами.

## Меню

menu-main =
    🏠 Vigil
    Поставлено: { $count }

    { $health }
menu-health =
    { $level ->
        [ok] 🟢 Всё в порядке.
        [warn] 🟡 Стоит взглянуть: { $checks }
       *[fail] 🔴 Нужны вы: { $checks }
    }
menu-reminders =
    { $pages ->
        [1] ⏰ Напоминания ({ $count })
       *[other] ⏰ Напоминания ({ $count }), страница { $page } из { $pages }
    }
menu-reminders-empty = ⏰ Ничего не поставлено. Попробуйте: /remind завтра в 9 позвонить Анне
menu-reminder-gone = Этого напоминания уже нет.
menu-reminder-paused = на паузе
menu-reminder-when = { $schedule } ({ $zone })
menu-last-fact =
    { $outcome ->
        [sent] ✓ отправлено { $at }
        [unknown] ? отправлено { $at }, но дошло ли, неизвестно
        [failed] ✗ не отправлено: { $error }
        [skipped] ✗ пропущено: { $error }
        [interrupted] ✗ прервано перезапуском { $at }
        [queued] … ждёт отправки
       *[other] … идёт
    }
menu-remove = Удалить «{ $text }»?
menu-removed = 🗑 Удалено: { $text }
menu-jobs =
    { $count ->
        [0] 🛠 Ни одно задание ещё не запускалось.
       *[other] 🛠 Задания
    }
    { $health }
menu-job =
    { $outcome ->
        [ok] ✓ { $name }: { $at }
        [failed] ✗ { $name }: { $at }, { $error }
        [acknowledged] ✗ { $name }: { $at }, { $error } (просмотрено)
       *[never] – { $name }: ещё не запускалось
    }
menu-settings =
    ⚙️ Настройки
    Язык: { $language }
    Часовой пояс: { $zone }
menu-languages = Какой язык?
menu-zones =
    { $step ->
        [start] Где вы? От этого зависит, когда придут напоминания. Любой другой пояс: /timezone Asia/Tokyo
       *[menu] Ваш часовой пояс: { $zone }. Где вы? Любой другой пояс: /timezone Asia/Tokyo
    }
button-reminders = ⏰ Напоминания
button-jobs = 🛠 Задания
button-settings = ⚙️ Настройки
button-language = 🌐 Язык
button-timezone = 🌍 Часовой пояс
button-back = ← Назад
button-previous = ‹
button-next = ›
button-refresh = ↻ Обновить
button-remove-yes = 🗑 Да, удалить
button-unset = ↩️ Отменить
button-zone = { $zone }

## Языки и места

language-en = English
language-ru = Русский
language-zh = 中文

zone-honolulu = Гонолулу
zone-los-angeles = Лос-Анджелес
zone-denver = Денвер
zone-chicago = Чикаго
zone-new-york = Нью-Йорк
zone-sao-paulo = Сан-Паулу
zone-utc = UTC
zone-london = Лондон
zone-berlin = Берлин
zone-kyiv = Киев
zone-istanbul = Стамбул
zone-moscow = Москва
zone-samara = Самара
zone-dubai = Дубай
zone-tbilisi = Тбилиси
zone-yekaterinburg = Екатеринбург
zone-tashkent = Ташкент
zone-almaty = Алматы
zone-delhi = Дели
zone-omsk = Омск
zone-novosibirsk = Новосибирск
zone-bangkok = Бангкок
zone-irkutsk = Иркутск
zone-shanghai = Шанхай
zone-taipei = Тайбэй
zone-singapore = Сингапур
zone-tokyo = Токио
zone-vladivostok = Владивосток
zone-sydney = Сидней
zone-auckland = Окленд

## Команды, как их показывает Telegram

command-menu = Напоминания, задания и настройки
command-today = Что сегодня уже было и что ещё будет
command-remind = Поставить напоминание: /remind завтра в 9 позвонить Анне
command-reminders = Что поставлено и чем кончилось
command-status = Что идёт, что ждёт и чего стоит
command-pause = Придержать всё, что я пишу сам: /pause до завтра
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
    /today — что сегодня, /pause ДО — придержать всё, что я пишу сам
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
notice-nearest = Что подойдёт:
notice-new-context = Начинаем новый разговор. Напоминания остаются как были.
notice-nothing-to-stop = Здесь сейчас ничего не идёт.
notice-language-which = Какой язык?
notice-language-unknown = На этом языке я пока не говорю. Могу на таких:
notice-language-set = Теперь говорю по-русски.
notice-zone-set = Теперь ваш часовой пояс: { $zone }. Всё поставленное остаётся как есть.
notice-zone-unknown = Не могу точно сказать, какой пояс называется «{ $zone }». Назовите место, например /timezone Europe/Moscow, или выберите в /timezone.
notice-setting-refused = Не удалось изменить настройки: { $reason }
notice-unknown-command = Команды { $command } я не знаю. Что я понимаю, покажет /help.
notice-cannot-take =
    { $kind ->
        [voice] Слышать я пока не умею. Напишите, пожалуйста.
        [picture] Видеть картинки я пока не умею. Напишите, пожалуйста, о чём она.
        [sticker] Стикеры мне непонятны. Скажите, пожалуйста, словами.
        [file] Открывать файлы я пока не умею. Вставьте, пожалуйста, текст.
        [location] Места на карте я пока не понимаю.
       *[other] Такие сообщения я не читаю. Скажите, пожалуйста, словами.
    }
notice-only-caption =
    { $kind ->
        [voice] Слышать я пока не умею, поэтому беру только подпись.
        [picture] Видеть картинки я пока не умею, поэтому беру только подпись.
       *[other] Открыть это я не могу, поэтому беру только подпись.
    }
notice-edit-too-late =
    Я уже начал отвечать, поэтому правка опоздала.{ $set ->
        [0] { "" }
       *[other] { " " }То, что поставлено по первому варианту, остаётся в силе.
    }
button-remove-first = 🗑 Удалить «{ $text }»
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
    { $paused ->
        [no] 🔔 Паузы нет
       *[other] ⏸ Пауза: { $paused }
    }
    ⏱ Работаю { $hours ->
        [0] { "" }
       *[other] { $hours } ч{ " " }
    }{ $minutes } мин

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
press-not-shown = Сейчас не получилось обновить это сообщение. Нажмите ещё раз чуть позже.
notice-message-not-shown = Не получилось обновить сообщение, на котором вы нажали кнопку. Вот что в нём стояло бы теперь:

    { $text }
press-gone = Этого уже нет.
press-outdated = Экран устарел, теперь он свежий.
press-current = Ничего нового
press-saved = Сохранено
press-done = ✅ Готово
press-snoozed = 😴 До { $until }
press-reading = { $at }
press-reading-over = Это время уже прошло.
press-continue = Продолжаю
press-again = Отвечаю ещё раз
mark-removed = 🗑 Удалено.
mark-unsnoozed = ↩️ Всё-таки не отложено.
press-dialogue = ✍️ Спросил ниже
press-dialogue-other = Продолжить может только тот, кто начал.
press-dialogue-earlier = На это вы уже ответили.
press-cancelled = Отменено
mark-cancelled = ✗ Отменено, ничего не сохранено.
mark-undone = ↩️ Возвращено.
mark-reading = ✓ Изменено: { $at }
mark-reading-repeats = ✓ Изменено, ближайшее: { $at }
mark-convention =
    { $kind ->
        [hour] Теперь «{ $hour }» означает { $time }.
       *[other] Теперь такие слова я понимаю так.
    } Кнопка с прежним временем вернёт как было.
mark-dropped = ✓ Отброшено.
mark-revoked = ✓ Отозвано. Теперь сначала будет вопрос.
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
reminder-repeat = 🔁 Повторить
reminder-stay-here = 📌 Отныне сюда
reminder-pick-topic = Другая тема…
topic-unnamed = Тема { $id }
mark-retargeted = ✓ Теперь в теме «{ $topic }».
mark-stays-here = ✓ Теперь сюда.
snooze-3h = Через 3 часа
snooze-tomorrow = Завтра утром
snooze-monday = В понедельник утром
snooze-week = Через неделю
snooze-words = ✍️ Своими словами

notice-receipt =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    Взято в работу: { $claimed }
    Ход: { $turn ->
        [none] не было
        [running] идёт
        [done] выполнен, { $model }, токенов: { $tokens }{ receipt-estimated }, инструменты: { $tools }
        [stopped] остановлен
        [interrupted] прерван перезапуском
       *[other] не удался ({ $model }), токенов: { $tokens }{ receipt-estimated }, инструменты: { $tools }
    }
    Сообщение: { $outcome ->
        [sent] Telegram принял { $sent }, № { $message }{ receipt-arrival }
        [interrupted-sent] сам текст, Telegram принял { $sent }, № { $message }{ receipt-arrival }
        [unknown] отправлено, но дошло ли, неизвестно
        [failed] не доставлено
        [skipped] не отправлялось
        [queued] ждёт отправки, попыток: { $attempts }
       *[other] ещё не отправлено
    }
    { receipt-reason }{ $tap ->
        [none] Ничего не нажато.
        [done] Готово: { $tapped }
       *[other] Отложено: { $tapped }
    }
notice-receipt-command =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    Взято в работу: { $claimed }
    { $started ->
        [none] Не запущено.
       *[other] Запущено: { $started }
    }
    { receipt-reason }Итог: { $outcome ->
        [claimed] ждёт запуска
        [running] выполняется
        [sent] выполнено { $ended }
        [failed] не удалось { $ended }
        [skipped] пропущено
        [interrupted] прервано перезапуском
       *[other] { $outcome }
    }
receipt-asked =
    { $link ->
        [none] Попросили: { $asked }
       *[other] Попросили: { $asked }, { $link }
    }
receipt-due =
    { $origin ->
        [run_now] Запущено вручную: { $due }
       *[other] Срок: { $due }{ receipt-skipped }
    }
receipt-skipped =
    { $skipped ->
        [0] { "" }
       *[other] { " " }(более ранних пропущено: { $skipped })
    }
receipt-estimated =
    { $estimated ->
        [yes] { " " }(оценка)
       *[no] { "" }
    }
receipt-arrival =
    { $arrival ->
        [list] , в составе списка
        [repeated] , дважды, так как исход первой попытки был неизвестен
       *[plain] { "" }
    }
receipt-reason =
    { $error ->
        [none] { "" }
       *[other] Причина: { $error }{ "\u000A" }
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
    { $filter ->
        [p] ⏸ На паузе
        [q] 🔎 «{ $query }»
       *[a] ⏰ Напоминания
    } ({ $count }){ $pages ->
        [1] { "" }
       *[other] , страница { $page } из { $pages }
    }
menu-reminders-empty =
    { $filter ->
        [p] На паузе ничего нет.
        [q] Среди поставленного таких слов нет.
       *[a] Ничего не поставлено. ➕ поставит первое, или просто напишите: завтра в 9 позвонить Анне
    }
menu-reminder-unconfirmed = ждёт вашего подтверждения
menu-dispatcher-dead =
    { $since ->
        [never] 🔴 Диспетчер не запущен: ничего не сработает. Почему, скажет vigil doctor.
       *[other] 🔴 Диспетчер молчит, последний признак жизни: { $since }. Ничего не сработает. Почему, скажет vigil doctor.
    }
menu-paused = ⏸ Пауза, конец: { $until } (снять: /pause стоп)
menu-reminder-gone = Этого напоминания уже нет.
menu-reminder-paused = на паузе
menu-reminder-when = { $schedule } ({ $zone })
menu-last-fact =
    { $outcome ->
        [sent] { $kind ->
            [command] ✓ выполнено { $at }
           *[other] ✓ отправлено { $at }
        }
        [unknown] ? отправлено { $at }, но дошло ли, неизвестно
        [failed] { $kind ->
            [command] ✗ не удалось { $at }: { $error }
           *[other] ✗ не отправлено: { $error }
        }
        [skipped] ✗ пропущено: { $error }
        [interrupted] ✗ прервано перезапуском { $at }
        [queued] … ждёт отправки
       *[other] … выполняется
    }
menu-remove = Удалить «{ $text }»?
menu-removed = 🗑 Удалено: { $text }
menu-undo = В течение минуты это можно вернуть.
menu-undone = ↩️ Возвращено.
menu-confirmed = ✓ Подтверждено.
menu-runs-now =
    { $after ->
        [yes] ▶️ Уже выполняется; после этого выполнится ещё раз.
       *[no] ▶️ Выполняется. Расписание остаётся прежним.
    }
menu-resumed = ▶️ Снова действует.
menu-row-paused =
    { $after ->
        [yes] ⏸ На паузе. То, что выполняется сейчас, ещё придёт.
       *[no] ⏸ На паузе.
    }
menu-press-late = Это нажатие пришло давно, поэтому я ничего не сделал. Нажмите ещё раз, если это всё ещё нужно.
menu-today = 📅 Сегодня, { $day }
menu-today-empty = На сегодня ничего нет.
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
health-check =
    { $name ->
        [alerts] предупреждения
        [chats] чаты
        [clock] часы
        [home] папка данных
        [process] процесс
        [jobs] задания
        [mcp] серверы MCP
        [model] модель
        [next] ближайшее напоминание
        [node] Node.js
        [outbox] отправка сообщений
        [overdue] просроченные напоминания
        [packages] пакеты
        [poller] приём сообщений
        [pulse] диспетчер
        [quarantine] нечитаемые записи
        [schema] схема базы
        [settings] настройки
        [store] база данных
        [contact] связь с Telegram
        [telegram] Telegram
        [zone] часовой пояс
        [backup] резервная копия
       *[other] { $name }
    }
job-name =
    { $name ->
        [backup] Резервная копия
        [dispatch] Напоминания и команды
        [helper] Помощники
        [insist] Повторные напоминания
        [maintenance] Перезапуск и обновление
        [sweep] Уборка
        [sweep-old] Уборка старых записей
        [watch] Наблюдение за компьютером
       *[other] { $name }
    }
alert-name =
    { $name ->
        [chat-blocked] Мне нельзя писать в чат
        [message-refused] Telegram не принял сообщение
        [message-set-aside] Сообщение отложено
        [message-unknown] Сообщение могло не дойти
        [job-failed] Не удаётся фоновое задание
        [command-failed] Не удаётся команда
        [clock-forward] Часы прыгнули вперёд
        [clock-back] Часы переведены назад
        [disk-low] Мало места на диске
        [poller-conflict] Мои сообщения забирает другая программа
       *[other] { $name }
    }
menu-alert = ⚠️ { $name }, с { $at }
menu-settings =
    ⚙️ Настройки
    Язык: { $language }
    Часовой пояс: { $zone }
    Время по умолчанию: { $hour }
menu-grants =
    ♾ Разрешено всегда ({ $count }){ $pages ->
        [1] { "" }
       *[other] , страница { $page } из { $pages }
    }
menu-grants-empty = Пока ничего: на всё опасное сначала нужно ваше согласие. Сюда попадает то, на что вы ответили «Всегда».
menu-grant =
    { $kind ->
        [bash] Эта команда выполняется без вопроса:
        [mcp_call] Этот инструмент сервера MCP работает без вопроса, с любыми данными:
       *[other] «{ $name }» работает без вопроса:
    }
menu-grant-since =
    { $by ->
        [nobody] с { $at }
       *[other] с { $at }, разрешено: { $name }
    }
menu-grant-gone = Это разрешение уже отозвано.
menu-languages = Какой язык?
menu-zones =
    { $step ->
        [start] Где вы? От этого зависит, когда придут напоминания. Можно отправить мне геопозицию или назвать любой другой пояс: /timezone Asia/Tokyo
        [ask] Я пока не знаю ваш часовой пояс, поэтому считаю по { $zone }. Где вы? Можно отправить мне геопозицию или назвать любой другой пояс: /timezone Asia/Tokyo
       *[menu] Ваш часовой пояс: { $zone }. Где вы? Можно отправить мне геопозицию или назвать любой другой пояс: /timezone Asia/Tokyo
    }
button-reminders = ⏰ Напоминания
button-jobs = 🛠 Задания
button-settings = ⚙️ Настройки
button-today = 📅 Сегодня
button-hour = 🕘 Время по умолчанию
button-grants = ♾ Разрешено всегда
button-revoke = 🗑 Отозвать
button-add = ➕ Новое
button-search = 🔎 Поиск
button-all = ⏰ Все
button-paused = ⏸ На паузе
button-confirm = ✅ Подтвердить
button-run-now = ▶️ Выполнить сейчас
button-pause = ⏸ Пауза
button-resume = ▶️ Продолжить
button-move = 🕘 Перенести
button-edit = ✏️ Изменить текст
button-cancel = ✗ Отмена
button-language = 🌐 Язык
button-timezone = 🌍 Часовой пояс
button-back = ← Назад
button-previous = ‹
button-next = ›
button-refresh = ↻ Обновить
button-remove-yes = 🗑 Да, удалить
button-unset = ↩️ Отменить
button-zone = { $zone }

## Диалоги

dialogue-wait =
    { $place ->
        [group] Ответьте на это сообщение; жду полчаса.
       *[other] Жду ответа полчаса.
    }
notice-dialogue-add-ask =
    О чём напомнить и когда? Например:
    • завтра в 9 позвонить Анне
    • через 20 минут проверить духовку
    • по будням в 8:30 планёрка

    { dialogue-wait }
notice-dialogue-add-when =
    «{ $text }»: когда? Например:
    • завтра в 9
    • через 20 минут
    • по будням в 8:30

    { dialogue-wait }
notice-dialogue-add-text =
    Время: { $when }. О чём напомнить? Например: «позвонить Анне».

    { dialogue-wait }
notice-dialogue-add-confirm = Поставить? Чтобы изменить, напишите заново.
notice-dialogue-move-ask =
    Сейчас «{ $text }»: { $schedule }. На когда перенести? Например:
    • завтра в 9
    • через 20 минут
    • по будням в 8:30

    { dialogue-wait }
notice-dialogue-move-confirm = Перенести? Чтобы выбрать другое время, напишите заново.
notice-dialogue-edit-ask =
    Какой будет новый текст? Например: «позвонить Анне насчёт билетов». Сейчас там:

    { $text }

    { dialogue-wait }
notice-dialogue-edit-confirm =
    Сохранить такой текст? Чтобы изменить, напишите заново.

    { $text }
notice-dialogue-snooze-ask =
    До какого времени отложить «{ $text }» ({ $due })? Например:
    • через 2 часа
    • в пятницу в 18:00
    • послезавтра

    { dialogue-wait }
notice-dialogue-snooze-confirm = Отложить? Чтобы выбрать другое время, напишите заново.
notice-dialogue-search-ask =
    Какие слова искать в поставленном? Например: «Анна» или «врач».

    { dialogue-wait }
notice-dialogue-default-hour-ask =
    Во сколько напоминать, если назван только день? Сейчас { $hour }. Например:
    • 8:30
    • в 10 утра

    { dialogue-wait }
notice-dialogue-default-hour-confirm = Если назван только день, напоминание придёт в { $hour }. Так и оставить? Чтобы изменить, напишите заново.
button-dialogue-add = ✅ Поставить
button-dialogue-move = ✅ Перенести
button-dialogue-edit = ✅ Сохранить
button-dialogue-snooze = ✅ Отложить
button-dialogue-default-hour = ✅ Сохранить
notice-dialogue-cancelled = ✗ Отменено, ничего не сохранено.
notice-dialogue-gone = Того, о чём шла речь, уже нет, поэтому ничего не сохранено.
notice-dialogue-over = Я ждал ответа до { $at }; ничего не сохранено. То, что вы пишете теперь, беру как обычное сообщение.
notice-reminder-moved =
    { $after ->
        [yes] Перенесено. Сейчас оно как раз выполняется; новое время действует после этого.
       *[no] Перенесено.
    }
notice-reminder-edited =
    { $after ->
        [yes] Изменено. Сейчас оно выполняется со старым текстом; новый действует после этого.
       *[no] Изменено.
    }
notice-reminder-snoozed = Отложено.
notice-hour-set = Время по умолчанию теперь { $hour }.

## Пауза

notice-pause-how =
    До какого времени помолчать? Напоминания, списки и предупреждения подождут и придут в конце вместе; на ваши сообщения я отвечаю как обычно. Своими словами:
    • /pause до завтра в 9
    • /pause 2 часа
notice-pause-unreadable =
    Не понял, до какого времени. Попробуйте так:
    • /pause до завтра в 9
    • /pause 2 часа
    • /pause стоп
notice-pause-past = Это время уже прошло. До какого времени помолчать?
notice-pause-until = ⏸ Молчу; конец паузы: { $until }. Напоминания, списки и предупреждения подождут и придут тогда вместе; на ваши сообщения я отвечаю как обычно.
notice-pause-over = 🔔 Пауза окончена.
notice-pause-none = Паузы нет.
button-pause-1h = 1 час
button-pause-3h = 3 часа
button-pause-tonight = До вечера
button-pause-tomorrow = До завтра
button-pause-end = 🔔 Снять паузу
digest-paused =
    { $count ->
        [one] Во время паузы подошло { $count } напоминание:
        [few] Во время паузы подошли { $count } напоминания:
       *[other] Во время паузы подошло { $count } напоминаний:
    }

## Другой часовой пояс

notice-zone-moves =
    Теперь ваш часовой пояс: { $to }. Поставленное пока не изменилось. Перевести его из пояса { $from }?

    { $moving ->
        [one] Останется на том же времени по часам: { $moving }
       *[other] Останутся на том же времени по часам: { $moving }
    }
    { $moves }

    { $staying ->
        [0] Переводится всё.
        [one] Останется как есть: { $staying }
       *[other] Останутся как есть: { $staying }
    }
    { $stays }
zone-row =
    { $from ->
        [paused] • { $text }: на паузе
       *[other] • { $text }: { $from } → { $to }
    }
zone-stays =
    { $reason ->
        [own_zone] • { $text }: у него свой пояс
        [past] • { $text }: там это время уже прошло
       *[elapsed] • { $text }: отсчёт от момента постановки
    }
zone-more =
    { $count ->
        [one] • и ещё { $count }
       *[other] • и ещё { $count }
    }
button-zone-move =
    { $count ->
        [one] 🌍 Перевести { $count }
       *[other] 🌍 Перевести { $count }
    }
button-zone-keep = Оставить всё как есть
mark-zone-moved =
    { $count ->
        [one] ✓ Переведено { $count } напоминание.
        [few] ✓ Переведены { $count } напоминания.
       *[other] ✓ Переведено { $count } напоминаний.
    }
mark-zone-kept = ✓ Всё остаётся как есть.

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

## Telegram 列出的命令

command-menu = 提醒、任务和设置
command-remind = 设置提醒：/remind 明天早上9点给安娜打电话
command-reminders = 已设置的提醒及其结果
command-status = 正在运行、等待和花费
command-new = 开始新对话
command-stop = 停止我正在做的事
command-language = 语言
command-timezone = 时区
command-help = 我能做什么
command-start = 第一步

## 第一步

notice-pair-wrong = 代码不对。正确的代码显示在启动我的终端里。
notice-paired = 你好，{ $name }！从现在起我听你的。
notice-start-language = 我们用哪种语言？
notice-start-ready =
    准备好了。我用 { $model } 思考，你的时区是 { $zone }。

    直接给我发消息，或者先试一个提醒。
notice-start-ready-offline =
    准备好了，你的时区是 { $zone }。目前没有语言模型：提醒可以用，自由对话还不行。要接入模型，请在 .env 中设置 VIGIL_MODEL 和密钥，然后重启我；方法见 docs/models.md。

    先试一个提醒吗？
notice-welcome-back = 我在。/menu 打开全部功能，/help 说明我能做什么。
button-first-minute = ⏰ 一分钟后提醒我
button-first-examples = 看看例子
first-reminder = 这是你的第一个提醒。一切正常！

## 命令的回复

notice-help =
    我会回答问题，记住你设置的事，到时间就行动。像跟人聊天一样给我写就好。

    /remind 时间 内容：不用模型也能设置提醒
    /reminders：已设置的提醒及其结果
    /menu：提醒、任务和设置
    /new 开始新对话，/stop 停止我正在做的事
    /status：正在运行、等待和花费
    /language 和 /timezone：更改语言和时区

    例如：
    • 20分钟后看看烤箱
    • 每个工作日8点半站会
    • 明天早上9点查一下天气，告诉我穿什么
notice-remind-how =
    说出时间和内容，顺序随意：
    • /remind 20分钟后看看烤箱
    • /remind 明天早上9点给安娜打电话
    • /remind 每个工作日8点半站会
notice-reminder-set = 已保存。
notice-new-context = 开始新对话。你的提醒保持不变。
notice-nothing-to-stop = 这里没有正在运行的事。
notice-language-which = 用哪种语言？
notice-language-unknown = 这种语言我还不会。我会这些：
notice-language-set = 现在我说中文了。
notice-zone-set = 你的时区现在是 { $zone }。之前设置的保持设置时的时区。
notice-zone-unknown = 无法确定“{ $zone }”是哪个时区。请写一个地点，例如 /timezone Asia/Shanghai，或在 /timezone 里选择。
notice-setting-refused = 设置无法更改：{ $reason }
notice-unknown-command = 我不认识 { $command }。/help 列出我懂的命令。
notice-cannot-take =
    { $kind ->
        [voice] 我还听不了语音，请用文字写给我。
        [picture] 我还看不了图片，请写一下内容。
        [sticker] 我看不懂贴纸，请用文字说。
        [file] 我还打不开文件，请把文字粘贴过来。
        [location] 我还看不懂位置。如果是为了时区：/timezone。
       *[other] 我读不了这种消息，请用文字说。
    }
notice-only-caption =
    { $kind ->
        [voice] 我还听不了语音，只看下面的文字。
        [picture] 我还看不了图片，只看下面的文字。
       *[other] 我打不开它，只看下面的文字。
    }
notice-edit-too-late = 我已经开始回答了，这次修改来晚了。
button-answer-again = 回答修改后的消息
notice-status =
    🧠 模型：{ $model }
    ▶️ 运行中：{ $running }，等待：{ $waiting }
    📤 待发送消息：{ $outbox }
    ⏰ 已设置：{ $schedules }，下一个：{ $next ->
        [none] 无
       *[other] { $next }
    }
    🪙 今天：{ $turns } 轮，输入 { $input } 个词元，输出 { $output } 个
    🌍 时区：{ $zone }
    ⏱ 已运行 { $hours } 小时 { $minutes } 分钟

## 另一个机器人

notice-other-bot =
    这个 Vigil 之前属于另一个机器人。{ $count ->
        [0] 那里没有设置任何事。
       *[other] 那里设置了 { $count } 件事。
    }要移到这个聊天吗？在你选择之前，我不会向原来的聊天发送任何消息。
button-move-here = 移到这里
button-leave-there = 留在那里，暂停
press-held = 请先选择提醒的去处。
mark-moved = ✓ 已移到这里。
mark-left = ✓ 已留在原处并暂停。

## 按钮

press-failed = 没有马上成功，我再试一次。
press-gone = 这个已经不在了。
press-outdated = 内容已过期，现已刷新。
press-saved = 已保存
press-done = ✅ 完成
press-snoozed = 😴 推迟到 { $until }
press-reading = { $at }
press-reading-over = 这个时间已经过去了。
press-continue = 我继续
press-again = 我再回答一次
mark-removed = 🗑 已删除。
mark-unsnoozed = ↩️ 已取消推迟。
mark-reading = ✓ 已改为：{ $at }
mark-reading-repeats = ✓ 已更改，下一次：{ $at }
mark-dropped = ✓ 已放弃。
mark-language = ✓ 现在我说中文了。
mark-zone = ✓ 时区：{ $zone }
notice-remove-again = 那次点击是很久以前的。还要删除“{ $text }”吗？
notice-drop-again = 那次点击是很久以前的。还要放弃被中断的回答吗？
reminder-snooze-10m = 10 分钟
reminder-snooze-1h = 1 小时
reminder-snooze-tonight = 今晚
reminder-snooze-tomorrow = 明天
reminder-snooze-choose = 其他…
reminder-was-done = ✅ 已完成。
reminder-was-snoozed = 😴 推迟到 { $when }。
snooze-3h = 3 小时后
snooze-tomorrow = 明天早上
snooze-monday = 周一早上
snooze-week = 一周后

notice-receipt =
    🧾 { $text }

    设置：{ $asked }
    到期：{ $due }{ $skipped ->
        [0] { "" }
       *[other] （之前跳过 { $skipped } 次）
    }
    受理：{ $claimed }
    执行：{ $turn ->
        [none] 无
        [running] 进行中
        [done] 完成，{ $model }，{ $tokens } 个词元，工具：{ $tools }
        [stopped] 已停止
        [interrupted] 被重启中断
       *[other] 失败，{ $model }，{ $tokens } 个词元，工具：{ $tools }
    }
    消息：{ $outcome ->
        [sent] Telegram 于 { $sent } 接收，编号 { $message }
        [interrupted-sent] 原文，Telegram 于 { $sent } 接收，编号 { $message }
        [unknown] 已发送，但不知是否送达
        [failed] 未送达
        [skipped] 未发送
        [queued] 等待发送
       *[other] 尚未发送
    }
    { $error ->
        [none] { "" }
       *[other] 原因：{ $error }{ "\u000A" }
    }{ $tap ->
        [none] 没有按过按钮。
        [done] 完成：{ $tapped }
       *[other] 推迟：{ $tapped }
    }

## 警报

alert-update-aside = 你的一条消息（更新 { $update }）三次处理失败，已搁置：{ $reason }。请换一种说法再发一次。

## 菜单

menu-main =
    🏠 Vigil
    已设置：{ $count }

    { $health }
menu-health =
    { $level ->
        [ok] 🟢 一切正常。
        [warn] 🟡 值得看看：{ $checks }
       *[fail] 🔴 需要你处理：{ $checks }
    }
menu-reminders =
    { $pages ->
        [1] ⏰ 提醒（{ $count }）
       *[other] ⏰ 提醒（{ $count }），第 { $page }/{ $pages } 页
    }
menu-reminders-empty = ⏰ 还没有提醒。试试：/remind 明天早上9点给安娜打电话
menu-reminder-gone = 这个提醒已经不在了。
menu-reminder-paused = 已暂停
menu-reminder-when = { $schedule }（{ $zone }）
menu-last-fact =
    { $outcome ->
        [sent] ✓ 已发送 { $at }
        [unknown] ? 已发送 { $at }，但不知是否送达
        [failed] ✗ 未发送：{ $error }
        [skipped] ✗ 已跳过：{ $error }
        [interrupted] ✗ 被重启中断 { $at }
        [queued] … 等待发送
       *[other] … 进行中
    }
menu-remove = 删除“{ $text }”吗？
menu-removed = 🗑 已删除：{ $text }
menu-jobs =
    { $count ->
        [0] 🛠 还没有任务运行过。
       *[other] 🛠 任务
    }
    { $health }
menu-job =
    { $outcome ->
        [ok] ✓ { $name }：{ $at }
        [failed] ✗ { $name }：{ $at }，{ $error }
        [acknowledged] ✗ { $name }：{ $at }，{ $error }（已阅）
       *[never] – { $name }：还没有运行
    }
menu-settings =
    ⚙️ 设置
    语言：{ $language }
    时区：{ $zone }
menu-languages = 用哪种语言？
menu-zones =
    { $step ->
        [start] 你在哪里？这决定提醒何时到来。其他时区：/timezone Asia/Tokyo
       *[menu] 你的时区是 { $zone }。你在哪里？其他时区：/timezone Asia/Tokyo
    }
button-reminders = ⏰ 提醒
button-jobs = 🛠 任务
button-settings = ⚙️ 设置
button-language = 🌐 语言
button-timezone = 🌍 时区
button-back = ← 返回
button-previous = ‹
button-next = ›
button-refresh = ↻ 刷新
button-remove-yes = 🗑 确认删除
button-unset = ↩️ 撤销
button-zone = { $zone }

## 语言和地点

language-en = English
language-ru = Русский
language-zh = 中文

zone-honolulu = 檀香山
zone-los-angeles = 洛杉矶
zone-denver = 丹佛
zone-chicago = 芝加哥
zone-new-york = 纽约
zone-sao-paulo = 圣保罗
zone-utc = UTC
zone-london = 伦敦
zone-berlin = 柏林
zone-kyiv = 基辅
zone-istanbul = 伊斯坦布尔
zone-moscow = 莫斯科
zone-samara = 萨马拉
zone-dubai = 迪拜
zone-tbilisi = 第比利斯
zone-yekaterinburg = 叶卡捷琳堡
zone-tashkent = 塔什干
zone-almaty = 阿拉木图
zone-delhi = 德里
zone-omsk = 鄂木斯克
zone-novosibirsk = 新西伯利亚
zone-bangkok = 曼谷
zone-irkutsk = 伊尔库茨克
zone-shanghai = 上海
zone-taipei = 台北
zone-singapore = 新加坡
zone-tokyo = 东京
zone-vladivostok = 符拉迪沃斯托克
zone-sydney = 悉尼
zone-auckland = 奥克兰

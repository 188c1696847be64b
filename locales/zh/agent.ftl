## 随 Vigil 附带的模型

offline-help =
    我现在没有接语言模型，只懂简单的请求：
    • 20分钟后伸展
    • 每天早上9点提醒我吃药
    • 列表
    • 把1改到明天早上9点
    • 删除1

    想让我听懂更多，请在 .env 里设置 VIGIL_MODEL 和密钥，然后重启：方法见 docs/models.md。
offline-greeting = 你好！我现在没有接语言模型，不过提醒功能可以用：试试“20秒后提醒我伸展”。发“帮助”看看我还懂什么。
offline-thanks = 不客气。
offline-farewell = 回头见！
offline-other = 我现在没有接语言模型，没听懂这句话。我可以设置、列出、改期和删除提醒：试试“明天早上9点提醒我给安娜打电话”。想自由交谈，请在 .env 里设置 VIGIL_MODEL 并重启：方法见 docs/models.md。
offline-added = 好的，到时提醒你。
offline-added-not-alive = 已经保存，不过负责发送提醒的部分现在没有运行。它一恢复就会补上。
offline-removed = 已删除：{ $text }
offline-not-found = 没有找到这个提醒。发“列表”可以看到全部。
offline-which = 有好几个符合。是哪一个？请说“删除”加编号：
offline-which-to-move = 有好几个符合。是哪一个？请说明编号和时间，例如“把1改到明天早上9点”：
offline-when = 什么时候提醒？例如：明天早上9点
offline-what = 要提醒你什么？
offline-moved = 已改期：{ $text }
offline-move-when = 改到什么时候？例如：明天早上9点
offline-move-series = “{ $text }”是重复提醒，改成单个时间后就不再重复。请说新的周期，例如“每天10点”，或使用 /reminders。
offline-undo-none = 我只能撤销刚刚设置的提醒。发“列表”可以看到已有的提醒；已删除的需要重新设置。
offline-file = 没有语言模型，我看不了文件和图片。请用文字告诉我要提醒什么。
offline-place = 没有语言模型，我看不懂位置。如果是要设置时区：/timezone。
offline-list-head = 你的提醒：
offline-list-line = { $number }. { $text }（{ $at }）
offline-list-state =
    { $state ->
        [fired] 已提醒
        [paused] 已暂停
       *[other] 没有剩余时间
    }
offline-list-empty = 没有安排。试试“明天早上9点提醒我给安娜打电话”。
offline-unavailable =
    { $what ->
        [move] 我在这里不能改提醒的时间。请用 /reminders 里的按钮。
        [alarm] 我还没有闹钟功能。可以用提醒代替：“早上7点提醒我起床”。
        [commitment] 我还不能记录承诺。可以用提醒代替：“周五9点提醒我把报告发给安娜”。
        [remember] 我还不能记住事情。如果有时间，我可以到时提醒你。
       *[recall] 我还不能查找记忆。发“列表”可以看到你的提醒。
    }
offline-no-tools = 我在这里做不到。
offline-tool-failed = 没有成功，原因记在日志里。请再试一次。
offline-not-done = 好的，保持原样。
offline-wake-text = 该起床了！

## 回合

notice-interrupted = 重启打断了我的回答。要继续吗？
notice-interrupted-continue = ▶️ 继续
notice-interrupted-drop = 不用了
fault-rate-limited-wait =
    { $unit ->
        [seconds]
            { $count ->
               *[other] 模型服务商要求慢一点。请 { $count } 秒后再问。
            }
       *[minutes]
            { $count ->
               *[other] 模型服务商要求慢一点。请 { $count } 分钟后再问。
            }
    }

## 是否允许使用工具

approval-question =
    { $tool ->
        [bash] 可以运行这条命令吗？
        [remind] 可以这样修改提醒吗？
        [schedule] 可以这样修改计划吗？
        [web_fetch] 可以打开这个网页吗？
        [mcp_call] 可以使用 MCP 服务器的这个工具吗？
       *[other] 可以这样使用“{ $name }”吗？
    }
approval-folder = 所在文件夹：{ $folder }
approval-hidden = 其中有看不见的字符，已写成 \u{"{"}…{"}"}。
approval-any-input = 选择“始终允许”后，此工具的任何输入都不再询问。
approval-sources = ⚠️ 提出这个请求之前，我读到了不是你写的内容：{ $sources }
approval-once = ✅ 允许一次
approval-always = ♾ 始终允许
approval-deny = ⛔ 拒绝
approval-outcome =
    { $outcome ->
        [allowed] ✅ 已允许
        [always] ✅ 已允许，完全相同的请求不再询问
        [owner] ⛔ 已拒绝
        [new_message] ⛔ 未执行：你发了新消息
        [stopped] ⛔ 未执行：已停止
       *[expired] ⌛ 未执行：已过决定时间
    }

## 只有承诺，没有提醒

unscheduled-note = ⚠️ 还没有安排：没有设置任何提醒。
unscheduled-button = ⏰ 现在设置
unscheduled-working = 正在处理。
unscheduled-request = 请设置你刚才答应的提醒。

## 预算

alert-budget-spent = 今天的预算 { "$" }{ $limit } 已用完（{ "$" }{ $spent }）。到明天为止，到期的提醒只发原文，不经过模型。你发消息我仍会回答。
alert-budget-uncounted = 已设置每天 { "$" }{ $limit } 的预算，但我不知道这个模型的价格，所以到期的提醒只发原文，不经过模型。请选择有已知价格的模型，或从 data/settings.json 删除 budget.dailyUsd。
fault-over-budget = 今天用于模型的预算已用完。
fault-step-limit = 我用完了一次回答允许的全部步骤，模型仍想继续。请把任务缩小后再问一次。

## 工具在做什么

tool-running =
    { $tool ->
        [bash] ⚙️ 正在运行命令…
        [remind] ⏰ 正在查看提醒…
        [schedule] ⏰ 正在查看计划…
        [web_fetch] 🌐 正在阅读网页…
        [skill] 📖 正在查阅说明…
       *[other] ⚙️ 正在处理…
    }

## 文件

notice-media-too-big = 这个文件超过 20 MB，Telegram 不会把它交给机器人。
notice-media-failed =
    { $kind ->
        [voice] 没能听清内容。请再发一次，或者写成文字。
       *[other] 没有收到文件。请再发一次。
    }

## Telegram 列出的命令

command-menu = 提醒、任务和设置
command-today = 今天已经发生和即将到来的事
command-remind = 设置提醒：/remind 明天早上9点给安娜打电话
command-reminders = 已设置的提醒及其结果
command-status = 正在运行、等待和花费
command-pause = 暂停我主动发送的一切：/pause 到明天
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
    我会回答问题，记住你设置的事，到时间就行动。直接像聊天一样发消息就行。

    /remind 时间 内容：不用模型也能设置提醒
    /reminders：已设置的提醒及其结果
    /today：今天的安排；/pause 到何时：暂停我主动发送的一切
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
notice-nearest = 可以这样：
notice-new-context = 开始新对话。你的提醒保持不变。
notice-nothing-to-stop = 这里没有正在运行的事。
notice-language-which = 用哪种语言？
notice-language-unknown = 这种语言我还不会。我会这些：
notice-language-set = 现在我说中文了。
notice-zone-set = 你的时区现在是 { $zone }。已设置的一切保持不变。
notice-zone-unknown = 无法确定“{ $zone }”是哪个时区。请写一个地点，例如 /timezone Asia/Shanghai，或在 /timezone 里选择。
notice-setting-refused = 设置无法更改：{ $reason }
notice-unknown-command = 我不认识 { $command }。/help 列出我懂的命令。
notice-cannot-take =
    { $kind ->
        [voice] 我还听不了语音，请用文字写给我。
        [picture] 我还看不了图片，请写一下内容。
        [sticker] 我看不懂贴纸，请用文字说。
        [file] 我还打不开文件，请把文字粘贴过来。
        [location] 我还看不懂位置。
       *[other] 我读不了这种消息，请用文字说。
    }
notice-only-caption =
    { $kind ->
        [voice] 我还听不了语音，只看下面的文字。
        [picture] 我还看不了图片，只看下面的文字。
       *[other] 我打不开它，只看下面的文字。
    }
notice-edit-too-late =
    我已经开始回答了，这次修改来晚了。{ $set ->
        [0] { "" }
       *[other] { "" }按修改前的内容设置的仍然有效。
    }
button-remove-first = 🗑 删除“{ $text }”
button-answer-again = 回答修改后的消息
notice-status =
    🧠 模型：{ $model }
    ▶️ 运行中：{ $running }，等待：{ $waiting }
    📤 待发送消息：{ $outbox }
    ⏰ 已设置：{ $schedules }，下一个：{ $next ->
        [none] 无
       *[other] { $next }
    }
    🪙 今天：{ $turns }轮，输入{ $input }个词元，输出{ $output }个
    🌍 时区：{ $zone }
    { $paused ->
        [no] 🔔 没有暂停
       *[other] ⏸ 暂停到{ $paused }
    }
    ⏱ 已运行{ $hours ->
        [0] { "" }
       *[other] { $hours }小时
    }{ $minutes }分钟

## 另一个机器人

notice-other-bot =
    这个 Vigil 之前属于另一个机器人。{ $count ->
        [0] 那里没有设置任何事。
       *[other] 那里设置了{ $count }件事。
    }要移到这个聊天吗？在你选择之前，我不会向原来的聊天发送任何消息。
button-move-here = 移到这里
button-leave-there = 留在那里，暂停
press-held = 请先选择提醒的去处。
mark-moved = ✓ 已移到这里。
mark-left = ✓ 已留在原处并暂停。

## 按钮

press-failed = 没有马上成功，我再试一次。
press-not-shown = 现在无法刷新这条消息，请稍后再点一次。
notice-message-not-shown = 无法刷新你点的那条消息。它现在会显示：

    { $text }
press-gone = 这个已经不在了。
press-outdated = 内容已过期，现已刷新。
press-current = 已是最新
press-saved = 已保存
press-done = ✅ 完成
press-snoozed = 😴 推迟到{ $until }
press-reading = { $at }
press-reading-over = 这个时间已经过去了。
press-continue = 我继续
press-again = 我再回答一次
mark-removed = 🗑 已删除。
mark-unsnoozed = ↩️ 已取消推迟。
press-dialogue = ✍️ 请在下方回复
press-dialogue-other = 只有发起的人可以继续。
press-dialogue-earlier = 这个问题你已经回答过了。
press-cancelled = 已取消
mark-cancelled = ✗ 已取消，什么都没有保存。
mark-undone = ↩️ 已恢复。
mark-reading = ✓ 已改为：{ $at }
mark-reading-repeats = ✓ 已更改，下一次：{ $at }
mark-convention =
    { $kind ->
        [hour] 以后“{ $hour }点”表示{ $time }。
       *[other] 以后这样的说法我都这样理解。
    }点原来时间的按钮可以改回来。
mark-dropped = ✓ 已放弃。
mark-revoked = ✓ 已撤销。以后会先询问。
mark-language = ✓ 现在我说中文了。
mark-zone = ✓ 时区：{ $zone }
notice-remove-again = 那次点击是很久以前的。还要删除“{ $text }”吗？
notice-drop-again = 那次点击是很久以前的。还要放弃被中断的回答吗？
reminder-snooze-10m = 10分钟
reminder-snooze-1h = 1小时
reminder-snooze-tonight = 今晚
reminder-snooze-tomorrow = 明天
reminder-snooze-choose = 其他…
reminder-was-done = ✅ 已完成。
reminder-was-snoozed = 😴 推迟到{ $when }。
reminder-repeat = 🔁 再来一轮
reminder-stay-here = 📌 以后发到这里
reminder-pick-topic = 其他话题…
topic-unnamed = 话题 { $id }
mark-retargeted = ✓ 以后发到“{ $topic }”。
mark-stays-here = ✓ 以后发到这里。
snooze-3h = 3小时后
snooze-tomorrow = 明天早上
snooze-monday = 周一早上
snooze-week = 一周后
snooze-words = ✍️ 自己写时间

notice-receipt =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    接手：{ $claimed }
    执行：{ $turn ->
        [none] 没有
        [running] 进行中
        [done] 由 { $model } 完成，{ $tokens }个词元{ receipt-estimated }，工具：{ $tools }
        [stopped] 已停止
        [interrupted] 被重启中断
       *[other] 失败（{ $model }），{ $tokens }个词元{ receipt-estimated }，工具：{ $tools }
    }
    消息：{ $outcome ->
        [sent] Telegram 已接收 { $sent }，编号 { $message }{ receipt-arrival }
        [interrupted-sent] 提醒原文，Telegram 已接收 { $sent }，编号 { $message }{ receipt-arrival }
        [unknown] 已发送，但不知是否送达
        [failed] 未送达
        [skipped] 未发送
        [queued] 等待发送，已尝试{ $attempts }次
       *[other] 尚未发送
    }
    { receipt-reason }{ $tap ->
        [none] 没有按过按钮。
        [done] 已完成：{ $tapped }
       *[other] 已推迟：{ $tapped }
    }
notice-receipt-command =
    🧾 { $text }

    { receipt-asked }
    { receipt-due }
    接手：{ $claimed }
    { $started ->
        [none] 没有启动。
       *[other] 启动：{ $started }
    }
    { receipt-reason }结果：{ $outcome ->
        [claimed] 等待启动
        [running] 进行中
        [sent] 已完成 { $ended }
        [failed] 失败 { $ended }
        [skipped] 已跳过
        [interrupted] 被重启中断
       *[other] { $outcome }
    }
receipt-asked =
    { $link ->
        [none] 设置：{ $asked }
       *[other] 设置：{ $asked }，{ $link }
    }
receipt-due =
    { $origin ->
        [run_now] 手动执行：{ $due }
       *[other] 到期：{ $due }{ receipt-skipped }
    }
receipt-skipped =
    { $skipped ->
        [0] { "" }
       *[other] （之前跳过{ $skipped }次）
    }
receipt-estimated =
    { $estimated ->
        [yes] （估计）
       *[no] { "" }
    }
receipt-arrival =
    { $arrival ->
        [list] ，包含在列表中
        [repeated] ，发送了两次，因为第一次结果未知
       *[plain] { "" }
    }
receipt-reason =
    { $error ->
        [none] { "" }
       *[other] 原因：{ $error }{ "\u000A" }
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
        [warn] 🟡 请留意：{ $checks }
       *[fail] 🔴 需要你处理：{ $checks }
    }
menu-reminders =
    { $filter ->
        [p] ⏸ 已暂停
        [q] 🔎 “{ $query }”
       *[a] ⏰ 提醒
    }（{ $count }）{ $pages ->
        [1] { "" }
       *[other] ，第{ $page }/{ $pages }页
    }
menu-reminders-empty =
    { $filter ->
        [p] 没有暂停的提醒。
        [q] 已设置的提醒里没有这些词。
       *[a] 还没有提醒。点 ➕ 设置第一个，或直接写：明天早上9点给安娜打电话
    }
menu-reminder-unconfirmed = 等待你确认
menu-dispatcher-dead =
    { $since ->
        [never] 🔴 调度器还没有启动：什么都不会触发。vigil doctor 会说明原因。
       *[other] 🔴 调度器自{ $since }起没有动静：什么都不会触发。vigil doctor 会说明原因。
    }
menu-paused = ⏸ 暂停到{ $until }（/pause 结束 可恢复）
menu-reminder-gone = 这个提醒已经不在了。
menu-reminder-paused = 已暂停
menu-reminder-when = { $schedule }（{ $zone }）
menu-last-fact =
    { $outcome ->
        [sent] { $kind ->
            [command] ✓ 已完成 { $at }
           *[other] ✓ 已发送 { $at }
        }
        [unknown] ? 已发送 { $at }，但不知是否送达
        [failed] { $kind ->
            [command] ✗ 失败 { $at }：{ $error }
           *[other] ✗ 未发送：{ $error }
        }
        [skipped] ✗ 已跳过：{ $error }
        [interrupted] ✗ 被重启中断 { $at }
        [queued] … 等待发送
       *[other] … 进行中
    }
menu-remove = 删除“{ $text }”吗？
menu-removed = 🗑 已删除：{ $text }
menu-undo = 一分钟内可以恢复。
menu-undone = ↩️ 已恢复。
menu-confirmed = ✓ 已确认。
menu-runs-now =
    { $after ->
        [yes] ▶️ 正在执行；结束后会再执行一次。
       *[no] ▶️ 现在执行。原来的时间安排不变。
    }
menu-resumed = ▶️ 已恢复执行。
menu-row-paused =
    { $after ->
        [yes] ⏸ 已暂停。正在执行的这一次仍会送达。
       *[no] ⏸ 已暂停。
    }
menu-press-late = 这次点击是很久以前的，所以我什么也没做。如果仍然需要，请再点一次。
menu-today = 📅 今天，{ $day }
menu-today-empty = 今天没有安排。
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
health-check =
    { $name ->
        [alerts] 警报
        [chats] 聊天
        [clock] 时钟
        [home] 数据文件夹
        [process] 进程
        [jobs] 任务
        [mcp] MCP 服务器
        [model] 模型
        [next] 下一个提醒
        [node] Node.js
        [outbox] 待发送消息
        [overdue] 逾期提醒
        [packages] 软件包
        [poller] 消息接收
        [pulse] 调度器
        [quarantine] 无法读取的记录
        [schema] 数据库结构
        [settings] 设置
        [store] 数据库
        [contact] 与 Telegram 的联系
        [telegram] Telegram
        [zone] 时区
        [backup] 备份
       *[other] { $name }
    }
job-name =
    { $name ->
        [backup] 备份
        [dispatch] 提醒和命令
        [helper] 助手
        [insist] 重复提醒
        [maintenance] 重启和更新
        [sweep] 清理
        [sweep-old] 清理旧记录
        [watch] 监视本机
       *[other] { $name }
    }
alert-name =
    { $name ->
        [chat-blocked] 无法向某个聊天发消息
        [message-refused] Telegram 拒绝了一条消息
        [message-set-aside] 一条消息已搁置
        [message-unknown] 一条消息可能没有送达
        [job-failed] 后台任务失败
        [command-failed] 命令失败
        [clock-forward] 时钟向前跳了
        [clock-back] 时钟被往回拨了
        [disk-low] 磁盘空间不足
        [poller-conflict] 另一个程序在接收我的消息
       *[other] { $name }
    }
menu-alert = ⚠️ { $name }：自 { $at }
menu-settings =
    ⚙️ 设置
    语言：{ $language }
    时区：{ $zone }
    默认时间：{ $hour }
menu-grants =
    ♾ 始终允许（{ $count }）{ $pages ->
        [1] { "" }
       *[other] ，第{ $page }/{ $pages }页
    }
menu-grants-empty = 还没有：可能造成损害的操作都会先询问。选择“始终允许”的会列在这里。
menu-grant =
    { $kind ->
        [bash] 这条命令运行时不再询问：
        [mcp_call] MCP 服务器的这个工具使用时不再询问，任何输入都一样：
       *[other] “{ $name }”使用时不再询问：
    }
menu-grant-since =
    { $by ->
        [nobody] 自{ $at }
       *[other] 自{ $at }，由 { $name } 允许
    }
menu-grant-gone = 该许可已经撤销。
menu-languages = 用哪种语言？
menu-zones =
    { $step ->
        [start] 你在哪里？这决定提醒何时到来。也可以把位置发给我，或输入其他时区：/timezone Asia/Tokyo
        [ask] 我还不知道你的时区，所以目前按 { $zone } 计算。你在哪里？也可以把位置发给我，或输入其他时区：/timezone Asia/Tokyo
       *[menu] 你的时区是 { $zone }。你在哪里？也可以把位置发给我，或输入其他时区：/timezone Asia/Tokyo
    }
button-reminders = ⏰ 提醒
button-jobs = 🛠 任务
button-settings = ⚙️ 设置
button-today = 📅 今天
button-hour = 🕘 默认时间
button-grants = ♾ 始终允许
button-revoke = 🗑 撤销
button-add = ➕ 新建
button-search = 🔎 搜索
button-all = ⏰ 全部
button-paused = ⏸ 已暂停
button-confirm = ✅ 确认
button-run-now = ▶️ 立即执行
button-pause = ⏸ 暂停
button-resume = ▶️ 恢复
button-move = 🕘 改时间
button-edit = ✏️ 改内容
button-cancel = ✗ 取消
button-language = 🌐 语言
button-timezone = 🌍 时区
button-back = ← 返回
button-previous = ‹
button-next = ›
button-refresh = ↻ 刷新
button-remove-yes = 🗑 确认删除
button-unset = ↩️ 撤销
button-zone = { $zone }

## 对话

dialogue-wait =
    { $place ->
        [group] 请在半小时内回复这条消息。
       *[other] 请在半小时内回复。
    }
notice-dialogue-add-ask =
    要提醒什么，什么时候？例如：
    • 明天早上9点给安娜打电话
    • 20分钟后看看烤箱
    • 每个工作日8点半站会

    { dialogue-wait }
notice-dialogue-add-when =
    “{ $text }”：什么时候？例如：
    • 明天早上9点
    • 20分钟后
    • 每个工作日8:30

    { dialogue-wait }
notice-dialogue-add-text =
    { $when }：要提醒什么？例如“给安娜打电话”。

    { dialogue-wait }
notice-dialogue-add-confirm = 这样设置吗？想修改就重新写一遍。
notice-dialogue-move-ask =
    “{ $text }”现在的时间：{ $schedule }。改到什么时候？例如：
    • 明天早上9点
    • 20分钟后
    • 每个工作日8:30

    { dialogue-wait }
notice-dialogue-move-confirm = 改到这个时间吗？想换时间就重新写一遍。
notice-dialogue-edit-ask =
    新的内容是什么？例如“给安娜打电话问票的事”。现在的内容：

    { $text }

    { dialogue-wait }
notice-dialogue-edit-confirm =
    改成这样吗？想换内容就重新写一遍。

    { $text }
notice-dialogue-snooze-ask =
    把“{ $text }”（{ $due }）推迟到什么时候？例如：
    • 2小时后
    • 周五18点
    • 后天

    { dialogue-wait }
notice-dialogue-snooze-confirm = 推迟到这个时间吗？想换时间就重新写一遍。
notice-dialogue-search-ask =
    在已设置的提醒里找什么词？例如“安娜”或“牙医”。

    { dialogue-wait }
notice-dialogue-default-hour-ask =
    只说了日期时，几点提醒？现在是{ $hour }。例如：
    • 8:30
    • 上午10点

    { dialogue-wait }
notice-dialogue-default-hour-confirm = 只说日期时将在{ $hour }提醒。想修改就重新写一遍。
button-dialogue-add = ✅ 设置
button-dialogue-move = ✅ 改时间
button-dialogue-edit = ✅ 保存
button-dialogue-snooze = ✅ 推迟
button-dialogue-default-hour = ✅ 保存
notice-dialogue-cancelled = ✗ 已取消，什么都没有保存。
notice-dialogue-gone = 所说的提醒已经不在了，所以什么都没有保存。
notice-dialogue-over = 我等回答等到了{ $at }；什么都没有保存。你现在写的我当作普通消息。
notice-reminder-moved =
    { $after ->
        [yes] 已改时间。它正在执行；新时间在这之后生效。
       *[no] 已改时间。
    }
notice-reminder-edited =
    { $after ->
        [yes] 已修改。它正在用旧内容执行；新内容在这之后生效。
       *[no] 已修改。
    }
notice-reminder-snoozed = 已推迟。
notice-hour-set = 以后只说日期时在{ $hour }提醒。

## 暂停

notice-pause-how =
    安静到什么时候？提醒、列表和警报会等着，结束时一起送到；你发消息我照常回复。也可以自己写：
    • /pause 到明天早上9点
    • /pause 2小时
notice-pause-unreadable =
    看不懂要暂停到什么时候。可以这样写：
    • /pause 到明天早上9点
    • /pause 2小时
    • /pause 结束
notice-pause-past = 这个时间已经过去了。安静到什么时候？
notice-pause-until = ⏸ 我安静到{ $until }。提醒、列表和警报会等着，到时一起送到；你发消息我照常回复。
notice-pause-over = 🔔 暂停结束。
notice-pause-none = 现在没有暂停。
button-pause-1h = 1小时
button-pause-3h = 3小时
button-pause-tonight = 到今晚
button-pause-tomorrow = 到明天
button-pause-end = 🔔 结束暂停
digest-paused =
    { $count ->
       *[other] 暂停期间有{ $count }个提醒到期：
    }

## 更换时区

notice-zone-moves =
    你的时区现在是 { $to }。已设置的还没有变。要从 { $from } 一起改过来吗？

    { $moving ->
       *[other] { $moving }个会保持原来的钟点：
    }
    { $moves }

    { $staying ->
        [0] 全部一起改。
       *[other] { $staying }个保持不变：
    }
    { $stays }
zone-row =
    { $from ->
        [paused] • { $text }：已暂停
       *[other] • { $text }：{ $from } → { $to }
    }
zone-stays =
    { $reason ->
        [own_zone] • { $text }：有自己的时区
        [past] • { $text }：那边这个时间已经过去
       *[elapsed] • { $text }：按间隔计时，不受时区影响
    }
zone-more =
    { $count ->
       *[other] • 还有{ $count }个
    }
button-zone-move =
    { $count ->
       *[other] 🌍 一起改{ $count }个
    }
button-zone-keep = 全部保持不变
mark-zone-moved =
    { $count ->
       *[other] ✓ 已改{ $count }个。
    }
mark-zone-kept = ✓ 全部保持不变。

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

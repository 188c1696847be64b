## 消息在途中发生了什么

sent-late = 已迟到，原定时间：
sent-again = 第一次发送时连接中断，这条消息你可能会收到两次。
sent-elsewhere = 原来的话题已不存在，所以发到这里。
reply-empty = （回复没有文字。）
answer-cut = ✂️ 回答达到模型的长度上限，被截断了。

## 卡片：设定了什么

card-rule = { $rule }（{ $zone }）
card-zone = 时区：{ $zone }
card-elsewhere = 会发到另一个聊天。
card-remove = 🗑 删除
card-other-reading = 改为{ $when }

## 提醒

reminder-done = ✅ 完成
reminder-snooze = 😴 稍后
reminder-why = 为什么？
reminder-open = ⚙️ 打开
reminder-last = 这是最后一次。
reminder-insists = 第{ $count }次重复提醒（最多5次），按“完成”即停止。
reminder-skipped-earlier =
    { $count ->
       *[other] 我没有运行期间，错过了{ $count }次，已跳过。
    }
reminder-fallback =
    { $code ->
        [no_key] 没有设置模型的密钥，助手无法执行。以下是提醒原文。
        [wrong_key] 服务商拒绝了密钥，助手无法执行。以下是提醒原文。
        [no_credit] 服务商账户余额不足，助手无法执行。以下是提醒原文。
        [rate_limited] 服务商要求稍候，助手无法执行。以下是提醒原文。
        [context_too_long] 任务超出了模型的长度，助手无法执行。以下是提醒原文。
        [provider_down] 服务商不可用，助手无法执行。以下是提醒原文。
        [empty_answer] 助手的回复是空的。以下是提醒原文。
        [timeout_connect] 服务商没有响应，助手无法执行。以下是提醒原文。
        [timeout_first_token] 服务商没有响应，助手无法执行。以下是提醒原文。
        [timeout_stall] 服务商中途没有了响应，助手没有完成。以下是提醒原文。
        [timeout_turn] 助手没有按时完成。以下是提醒原文。
        [over_budget] 今天用于模型的预算已用完，或无法计算。以下是提醒原文。
        [interrupted] 中途发生了重启，以下是提醒原文。
       *[other] 助手没能执行。以下是提醒原文。
    }

## 列表

digest-stale =
    { $count ->
       *[other] { $count }条提醒已经过时，没有发送：
    }
digest-missed =
    { $count ->
       *[other] 在我无法向这里发消息期间，有{ $count }条提醒到期：
    }

## 警报

alert-chat-blocked = 我不能再向“{ $chat }”发消息：机器人在那里被屏蔽或移除。消息会等着；重新允许机器人后就会送达。
alert-message-refused = Telegram 拒绝了发往“{ $chat }”的消息：{ $reason }。消息没有送达。
alert-message-set-aside = 发往“{ $chat }”的一条消息连续失败五次，而其他消息正常，因此已搁置：{ $reason }。
alert-message-unknown = 发往“{ $chat }”的一条消息发送了两次，两次连接都中断，可能没有送达。
alert-job-failed = 后台任务“{ $job }”已连续失败{ $count }次：{ $reason }。系统会继续重试，可用 “vigil jobs” 查看。
alert-clock-forward = 本机时钟向前跳了{ $minutes }分钟，或者机器休眠了这么久。这段时间到期的内容会补上。
alert-clock-back = 本机时钟被往回拨了{ $minutes }分钟。任何提醒都不会因此重复触发；请检查机器时间。
alert-disk-low = 磁盘只剩 { $free } MiB。请尽快腾出空间：磁盘满了就无法保存任何内容。
alert-poller-conflict = 另一个程序正用我的令牌接收消息，彼此会抢走对方的消息。请停掉它，或向 @BotFather 申请新令牌。

## 通知

notice-stopped = 已停止。
notice-reply-maybe-lost = 我回复时连接中断，上一条回复可能没有送达。
button-show-reply = 显示回复

## 为什么没有回答

fault-no-key = 无法回答：没有设置模型的密钥。请写入 .env（变量名见 README），然后重启我。
fault-wrong-key = 模型服务商拒绝了密钥。请检查 .env 中的密钥，然后重启我。
fault-no-credit = 模型服务商的账户余额不足。请充值后再问一次。
fault-rate-limited = 模型服务商要求放慢速度。请等一分钟再问。
fault-context-too-long = 对话太长，超出了模型的限度。请用 /new 开始新对话，再问一次。
fault-provider-down = 模型服务商无法连接或报告故障。请过几分钟再问。
fault-empty-answer = 模型的回复是空的。请再问一次，或换一种说法。
fault-malformed-tool-call = 模型调用工具的方式无法识别。请再问一次；如果仍然如此，请换一个模型。
fault-timeout-connect = 无法连接模型服务商。请检查网络后再问。
fault-timeout-first-token = 模型没有及时开始回答。请过一分钟再问。
fault-timeout-stall = 模型在回答中途没有了响应。请再问一次。
fault-timeout-turn = 用时太长，我已停止。请把任务缩小后再问。
fault-cut = 回答在途中被截断。请再问一次。
fault-unknown = 回答时出了问题。请再问一次；原因见日志。

## 为什么没有设定提醒

refused-when-empty = 什么时候？请加上时间，例如“明天9点”。
refused-when-missing = 什么时候？请加上时间，例如“明天9点”。
time-understood = 只看懂了：“{ $understood }”。
refused-when-unreadable =
    我没看懂时间。可以这样说：
    • 明天9点给安娜打电话
    • 20分钟后看看烤箱
    • 每个工作日8:30开晨会
refused-when-unreadable-time =
    我没看懂时间。可以这样说：
    • 明天早上9点
    • 20分钟后
    • 每个工作日8:30
refused-time-unreadable =
    只需要几点几分。可以这样说：
    • 8:30
    • 上午10点
refused-not-in-a-reminder = 正在执行的提醒不能再设置新的提醒，请发消息告诉我。
refused-when-and-every = 时间要么只有一次，要么重复，请只说其中一种。
refused-when-in-past = 这个时间已经过去。请说一个将来的时间。
refused-when-no-such-date = { $weekday ->
    [mon] 那天是周一。请只说日期，或只说星期几。
    [tue] 那天是周二。请只说日期，或只说星期几。
    [wed] 那天是周三。请只说日期，或只说星期几。
    [thu] 那天是周四。请只说日期，或只说星期几。
    [fri] 那天是周五。请只说日期，或只说星期几。
    [sat] 那天是周六。请只说日期，或只说星期几。
    [sun] 那天是周日。请只说日期，或只说星期几。
   *[none] 没有这个日期。请检查月份和日期。
}
refused-when-never = 这永远不会发生。请检查日期、月份和规则。
refused-when-ended = 这个系列已经结束。请说一个将来的结束时间。
refused-when-too-frequent = 太频繁了。提醒最多每10分钟重复一次。
refused-when-unknown-zone = 我不认识这个时区。请说一个城市，例如“柏林时间”。
refused-when-ambiguous-zone = 这个名称对应多个时区。请说一个城市，例如“柏林时间”。
refused-text-empty = 要提醒什么？请在时间之外写上内容。
refused-text-too-long = 文字有{ $length }个字符，最多{ $most }个。请缩短。
refused-too-many = 已有{ $most }条提醒，达到上限。请先删除一些：/reminders。
refused-unknown-target = 我不认识这个聊天或话题。请先在那里给我发一条消息，再试一次。
refused-unknown-id = 找不到它了：可能已经被删除。
refused-already-paused = 它已经暂停了。
refused-not-paused = 它没有暂停。
refused-already-fired = 它已经触发过了。要再次设置，请给它一个新时间。
refused-already-running = 它已经在等待再运行一次。
refused-not-confirmed = 需要先由你确认。
refused-already-confirmed = 它不再需要确认了。
refused-undo-over = 已无法撤销：只能在一分钟内撤销。

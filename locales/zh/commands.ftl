## 定时命令：警报

alert-command-failed =
    命令“{ $name }”失败：{ $kind ->
        [spawn] 无法启动（spawn: { $value }）
        [exit] 退出码 { $value }
        [signal] 信号 { $value }
        [timeout] 超过 { $value } 分钟的时限
       *[interrupted] 被重启打断，不会再次运行
    }。{ $lines }

## 定时命令：主人的决定

notice-confirm-command =
    可以在您的电脑上运行这条命令吗？每次最多{ $minutes }分钟。

    { $command }

    您确认之前不会运行；24小时后自动作废。
notice-confirm-edit =
    可以把命令“{ $name }”改成这样吗？

    { $command }

    您确认之前，原来的命令不变。
button-confirm-command = ✅ 确认
button-drop-schedule = 🗑 不要
press-command-confirmed = 已确认
mark-command-confirmed = ✅ 已确认，首次运行：{ $at }。
mark-command-changed = ✅ 已确认，命令已更改。
mark-command-dropped = 🗑 已放弃，不会运行。
refused-bad-timeout = 命令的时限是1到{ $most }之间的整数分钟。
refused-name-too-long = 名称有{ $length }个字符，最多{ $most }个，请缩短。

## 维护

notice-maintenance =
    { $outcome ->
        [restarted] 已重新启动，当前版本 { $version }。
        [updated] 已更新，当前版本 { $version }。
        [newest] 没有更新的版本，当前版本 { $version }。
       *[failed] 更新失败：{ $reason }。当前版本 { $version }。
    }

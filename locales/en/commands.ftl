## Scheduled commands: alerts

alert-command-failed =
    The command “{ $name }” failed: { $kind ->
        [spawn] it could not be started (spawn: { $value })
        [exit] exit { $value }
        [signal] signal { $value }
        [timeout] timed out after { $value } min
       *[interrupted] a restart interrupted it, and it is not run again
    }.{ $lines }

## Scheduled commands: the owner's word

notice-confirm-command =
    May I run this command on your computer, for at most { $minutes } min each time?

    { $command }

    It does not run before you confirm, and is forgotten after 24 hours.
notice-confirm-edit =
    May I change the command “{ $name }” to this?

    { $command }

    Until you confirm, it stays as it is.
button-confirm-command = ✅ Confirm
button-drop-schedule = 🗑 Drop
press-command-confirmed = Confirmed
mark-command-confirmed = ✅ Confirmed. It runs first at this time: { $at }.
mark-command-changed = ✅ Confirmed. The command is changed.
mark-command-dropped = 🗑 Dropped. It will not run.
refused-bad-timeout = The time limit of a command is 1 to { $most } whole minutes.
refused-name-too-long = The name has { $length } characters; { $most } is the most. Make it shorter.

## Maintenance

notice-maintenance =
    { $outcome ->
        [restarted] I have restarted. Version { $version } runs.
        [updated] I have been updated. Version { $version } runs.
        [newest] There is no newer release; version { $version } runs.
       *[failed] The update failed: { $reason }. Version { $version } runs.
    }

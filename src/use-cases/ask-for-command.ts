import { showExactly } from "#core/approvals/show-exactly.ts";
import type { MessageKey } from "#core/message-keys.ts";
import type { PressAction } from "#core/outbox/callback-data.ts";
import type { Button, TimeCard } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { commandName } from "#core/schedules/command-name.ts";
import type { NewScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Stores } from "#stores/stores.ts";

/**
 * Stores a command that a model asked for, which is not due, and sends its owner the exact command with Confirm and Drop
 * (AGT-8). A row that `replaces` a command changes it once it is confirmed. Joins the caller's transaction.
 */
export function askForCommand(
  stores: Stores,
  asked: { row: NewScheduleRow; card: TimeCard; target: Target },
  now: Temporal.Instant,
): void {
  const { row, card, target } = asked;
  const press = (label: MessageKey, action: PressAction): Button => ({ label, action, args: [row.id] });
  stores.db.transaction(() => {
    stores.schedules.add({ ...row, state: "unconfirmed" });
    stores.outbox.enqueue(
      {
        key: `confirm:${row.id}`,
        target,
        payload: {
          kind: "notice",
          code: row.replaces ? "confirm-edit" : "confirm-command",
          params: { name: commandName(row), command: showExactly(row.text), minutes: row.timeoutMinutes ?? 0 },
          preview: card,
          buttons: [[press("button-confirm-command", "confirm"), press("button-drop-schedule", "drop-schedule")]],
        },
      },
      now,
    );
  });
}

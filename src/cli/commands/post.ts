import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import type { OutboxRow } from "#stores/outbox/outbox.ts";
import type { CliContext } from "../cli-context.ts";
import { type OpenedHome, targetOf, withHome } from "../open-home.ts";

const WAIT_SECONDS = 15;
const LOOK_EVERY_MS = 50;
const ID_LENGTH = 20;

/** `vigil post`: a message through the outbox; waits until it is sent, if a process is there to send it. */
export function define(command: Command, context: CliContext): void {
  command
    .argument("<text...>", "the message, in Markdown")
    .option("--chat <id>", "chat to write to (the first owner's private chat)")
    .option("--topic <id>", "topic in that chat")
    .option("--silent", "deliver without a sound")
    .option("--json", "print JSON")
    .action((words: string[], options: { chat?: string; topic?: string; silent?: boolean; json?: boolean }) =>
      withHome(context, async (opened) => {
        const markdown = words.join(" ").trim();
        if (markdown === "") throw new AppError("usage", "The message is empty.");
        const { stores } = opened;
        const target = targetOf(options, context.config(), stores);
        const key = `post:${context.random.id(ID_LENGTH)}`;
        const id = stores.outbox.enqueue(
          { key, target, payload: { kind: "text", markdown }, silent: options.silent === true },
          context.clock.now(),
        );
        const row = await settled(id, opened, context);
        const failed = row.state === "failed" || row.state === "unknown" || row.state === "expired";
        if (failed) context.exit(1);
        if (options.json)
          context.out(
            JSON.stringify({
              id,
              state: row.state,
              chat_id: row.target.chatId,
              thread_id: row.target.threadId,
              error: row.error,
            }),
          );
        else (failed ? context.err : context.out)(sentence(row, opened.running()));
      }),
    );
}

/** The row when nothing more happens to it, or as it is when waiting makes no sense or took too long. */
async function settled(id: number, { stores, running }: OpenedHome, { clock }: CliContext): Promise<OutboxRow> {
  const deadline = clock.now().add({ seconds: WAIT_SECONDS });
  for (;;) {
    const row = stores.outbox.get(id);
    if (!row)
      throw new AppError("post_lost", "The message is not in the outbox any more.", { remedy: 'See "vigil doctor".' });
    if (row.state !== "queued" && row.state !== "sending") return row;
    if (!running() || Temporal.Instant.compare(clock.now(), deadline) >= 0) return row;
    await clock.sleep(clock.now().add({ milliseconds: LOOK_EVERY_MS }));
  }
}

function sentence(row: OutboxRow, running: boolean): string {
  const reason = row.error ? `: ${row.error}` : "";
  switch (row.state) {
    case "sent":
      return "Sent.";
    case "unknown":
      return `It is not known whether the message arrived${reason}.`;
    case "failed":
    case "expired":
      return `The message could not be delivered${reason}.`;
    case "queued":
    case "sending":
      return running
        ? `The message waits in the outbox${reason}.`
        : "Nothing runs now: the message is sent at the next start.";
    default:
      return row.state satisfies never;
  }
}

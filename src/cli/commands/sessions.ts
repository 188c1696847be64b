import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { withHome } from "../open-home.ts";
import { isoWithOffset, table } from "../output.ts";

/** `vigil sessions list`: where the numbers for `--chat` and `--topic` come from. */
export function define(command: Command, context: CliContext): void {
  command
    .command("list")
    .description("sessions with their chats and topics")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) =>
      withHome(context, ({ stores, preferences }) => {
        const chats = new Map(stores.chats.list().map((chat) => [chat.chatId, chat]));
        const rows = stores.sessions.list().map((session) => ({
          id: session.id,
          chat_id: session.target?.chatId ?? null,
          thread_id: session.target?.threadId ?? null,
          chat: chats.get(session.target?.chatId ?? 0)?.title ?? null,
          title: session.title,
          created_at: isoWithOffset(session.createdAt, preferences.zone()),
        }));
        if (options.json) context.out(JSON.stringify(rows));
        else
          for (const line of table(
            ["ID", "CHAT", "TOPIC", "NAME"],
            rows.map((row) => [row.id, row.chat_id, row.thread_id, [row.chat, row.title].filter(Boolean).join(" / ")]),
          ))
            context.out(line);
      }),
    );
}

import type { BotCommand } from "grammy/types";
import { badRequest } from "../bot-api-error.ts";
import type { Params } from "../wire.ts";
import type { Chat, World } from "../world.ts";
import type { Method } from "./method-call.ts";

const MAX_COMMANDS = 100;

const getMe: Method = ({ world }) => ({
  ...world.bot,
  can_join_groups: true,
  can_read_all_group_messages: true,
  supports_guest_queries: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: true,
  allows_users_to_create_topics: true,
  can_manage_bots: false,
  supports_join_request_queries: false,
});

const deleteWebhook: Method = ({ params, updates }) => {
  if (params.drop_pending_updates === true) updates.drop();
  return true;
};

const setWebhook: Method = ({ params, updates }) => {
  if (params.url !== "") throw badRequest("bad webhook: this server offers long polling only");
  if (params.drop_pending_updates === true) updates.drop();
  return true;
};

const getWebhookInfo: Method = ({ updates }) => ({
  url: "",
  has_custom_certificate: false,
  pending_update_count: updates.pendingCount,
});

const setMyCommands: Method = ({ params, world }) => {
  const commands = params.commands as BotCommand[];
  if (commands.length > MAX_COMMANDS) throw badRequest("too many commands");
  for (const { command, description } of commands) {
    if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest("BOT_COMMAND_INVALID");
    if (description.length < 1 || description.length > 256) throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
  }
  world.commands.set(commandKey(params), commands);
  world.tell({ kind: "commands" });
  return true;
};

const getMyCommands: Method = ({ params, world }) => world.commands.get(commandKey(params)) ?? [];

const deleteMyCommands: Method = ({ params, world }) => {
  world.commands.delete(commandKey(params));
  world.tell({ kind: "commands" });
  return true;
};

/** Settings of the bot that nothing here acts on; they are kept to be asked for. */
function setProfile(name: string): Method {
  return ({ params, world }) => {
    world.profile.set(`${name}:${String(params.language_code ?? "")}:${String(params.chat_id ?? "")}`, params);
    return true;
  };
}

function getProfile(name: string, field: string): Method {
  return ({ params, world }) => ({
    [field]: world.profile.get(`${name}:${String(params.language_code ?? "")}:`)?.[field] ?? "",
  });
}

/** Methods about the bot itself. */
export const profileMethods: Readonly<Record<string, Method>> = {
  getMe,
  deleteWebhook,
  setWebhook,
  getWebhookInfo,
  setMyCommands,
  getMyCommands,
  deleteMyCommands,
  setMyName: setProfile("name"),
  getMyName: getProfile("name", "name"),
  setMyDescription: setProfile("description"),
  getMyDescription: getProfile("description", "description"),
  setMyShortDescription: setProfile("short_description"),
  getMyShortDescription: getProfile("short_description", "short_description"),
  setChatMenuButton: setProfile("menu_button"),
  getChatMenuButton: ({ params, world }) =>
    world.profile.get(`menu_button::${String(params.chat_id ?? "")}`)?.menu_button ?? { type: "commands" },
};

/** The commands that a person sees in a chat: the narrowest scope that has any, their language before the common one. */
export function visibleCommands(world: World, chat: Chat, languageCode: string | undefined): readonly BotCommand[] {
  const scopes: Params[] = [
    { type: "chat", chat_id: chat.id },
    { type: chat.kind === "private" ? "all_private_chats" : "all_group_chats" },
    { type: "default" },
  ];
  for (const scope of scopes)
    for (const language_code of [languageCode ?? "", ""]) {
      const commands = world.commands.get(commandKey({ scope, language_code }));
      if (commands) return commands;
    }
  return [];
}

function commandKey(params: Params): string {
  const scope = (params.scope ?? { type: "default" }) as { type: string; chat_id?: number; user_id?: number };
  return [scope.type, scope.chat_id ?? "", scope.user_id ?? "", params.language_code ?? ""].join(":");
}

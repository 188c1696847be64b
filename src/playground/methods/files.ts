import { badRequest } from "../bot-api-error.ts";
import type { StoredFile } from "../file-store.ts";
import { formatText } from "../format-text.ts";
import type { MessageFields, WireFile } from "../wire.ts";
import { commonFields, countMessage, type Method, type MethodCall, openChat, say } from "./method-call.ts";

const MAX_CAPTION = 1024;

/** A stored file as it travels in a message. */
export function wireFile(file: StoredFile): WireFile {
  return {
    file_id: file.id,
    file_unique_id: `u-${file.id}`,
    file_size: file.size,
    mime_type: file.mimeType,
    file_name: file.name,
  };
}

/** A photo travels as its sizes; this server keeps one. */
export function wirePhoto(file: StoredFile): WireFile[] {
  return [{ file_id: file.id, file_unique_id: `u-${file.id}`, file_size: file.size, width: 1280, height: 960 }];
}

/** A voice message travels without a file name. */
export function wireVoice(file: StoredFile, durationSeconds: number): WireFile {
  return {
    file_id: file.id,
    file_unique_id: `u-${file.id}`,
    file_size: file.size,
    mime_type: file.mimeType,
    duration: durationSeconds,
  };
}

const getFile: Method = ({ params, world }) => {
  const file = world.files.find(String(params.file_id));
  if (!file) throw badRequest("wrong file_id or the file is temporarily unavailable");
  return { file_id: file.id, file_unique_id: `u-${file.id}`, file_size: file.size, file_path: `files/${file.id}` };
};

/** Methods about files. */
export const fileMethods: Readonly<Record<string, Method>> = {
  getFile,
  sendPhoto: sendFile("photo", (file) => ({ photo: wirePhoto(file) })),
  sendDocument: sendFile("document", (file) => ({ document: wireFile(file) })),
  sendVoice: sendFile("voice", (file, call) => ({ voice: wireVoice(file, Number(call.params.duration ?? 0)) })),
};

function sendFile(part: string, fields: (file: StoredFile, call: MethodCall) => MessageFields): Method {
  return (call) => {
    const { chat, threadId } = openChat(call);
    const { text, entities } = formatText(call.params, { text: "caption", entities: "caption_entities" }, MAX_CAPTION);
    const common = commonFields(call, chat, threadId);
    const file = sentFile(call, part);
    countMessage(call, chat);
    return say(call, chat, {
      ...common,
      ...fields(file, call),
      ...(text === "" ? {} : { caption: text }),
      ...(entities.length > 0 ? { caption_entities: entities } : {}),
    }).message;
  };
}

/** A new upload, or the id of a file that the server has. */
function sentFile({ params, files, world }: MethodCall, part: string): StoredFile {
  const value = String(params[part] ?? "");
  const upload = files.get(value.startsWith("attach://") ? value.slice("attach://".length) : part);
  if (upload) return world.files.put(upload);
  const known = world.files.find(value);
  if (!known) throw badRequest(`there is no ${part} in the request`);
  return known;
}

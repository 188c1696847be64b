import path from "node:path";
import type { Message } from "grammy/types";
import type { AttachmentStore } from "#stores/files/attachments.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { downloadFile, MOST_BYTES } from "../media/download-file.ts";

/** A kept file as it stands in a stored message; the bytes stay in the attachments. */
interface AttachmentPart extends Record<string, unknown> {
  readonly type: "attachment";
  readonly name: string;
  readonly mediaType: string;
}

/** What became of a message's file. */
export interface TakenMedia {
  /** Words that stand for it: a transcript, a place, where a file was put. */
  readonly words?: string;
  /** A picture for the model. */
  readonly picture?: AttachmentPart;
  /** Why it could not be taken: a notice's code, and its word for the kind. */
  readonly refused?: { readonly code: "cannot-take" | "media-too-big" | "media-failed"; readonly kind: string };
}

/** How long a file may take to come and to be heard. */
const SECONDS = 30;

/** Takes in what a message carries beside its text (TG-6). What cannot be handled is said; nothing rejects. */
export async function takeMedia(ctx: BotContext, message: Message, parts: BotParts): Promise<TakenMedia> {
  const place = message.venue?.location ?? message.location;
  if (place) {
    const named = message.venue ? ` ${message.venue.title}, ${message.venue.address}` : "";
    return { words: `[Location: ${place.latitude}, ${place.longitude}${named}]` };
  }
  const kind = kindOf(message);
  if (!kind) return {};
  const refuse = (code: "cannot-take" | "media-too-big" | "media-failed"): TakenMedia => ({
    refused: { code, kind: kind.word },
  });
  const { media } = parts;
  if (!media || kind.handling === null) return refuse("cannot-take");
  if (kind.handling === "hear" && !media.transcribe) return refuse("cannot-take");
  if (kind.handling === "see" && !media.seesPictures) return refuse("cannot-take");
  const { file } = kind;
  if ((file.file_size ?? 0) > MOST_BYTES) return refuse("media-too-big");
  const signal = AbortSignal.timeout(SECONDS * 1_000);
  try {
    const bytes = await downloadFile(ctx.api, file.file_id, parts.config, signal);
    if (kind.handling === "hear") {
      const heard = (await media.transcribe?.(bytes, signal))?.trim() ?? "";
      return heard === "" ? refuse("media-failed") : { words: `[Voice message]\n${heard}` };
    }
    return keep(bytes, kind, media.attachments, parts);
  } catch (error) {
    parts.log.warn({ update: ctx.update.update_id, err: error }, "a file could not be taken in");
    return refuse("media-failed");
  }
}

interface MediaKind {
  /** The word that notices have for it. */
  readonly word: string;
  readonly handling: "hear" | "see" | "keep" | null;
  readonly file: { readonly file_id: string; readonly file_size?: number };
  readonly name?: string | undefined;
  readonly mediaType?: string | undefined;
}

/** What kind of file a message carries; undefined for one without. */
function kindOf(message: Message): MediaKind | undefined {
  const spoken = message.voice ?? message.audio ?? message.video_note;
  if (spoken) return { word: "voice", handling: "hear", file: spoken };
  const photo = message.photo?.findLast((size) => (size.file_size ?? 0) <= MOST_BYTES);
  if (photo) return { word: "picture", handling: "see", file: photo, name: "photo.jpg", mediaType: "image/jpeg" };
  const { animation, document, sticker, video } = message;
  if (animation ?? video) return { word: "picture", handling: null, file: (animation ?? video)! };
  if (document)
    return {
      word: "file",
      handling: "keep",
      file: document,
      name: document.file_name,
      mediaType: document.mime_type,
    };
  if (sticker) return { word: "sticker", handling: null, file: sticker };
  const other = message.contact ?? message.poll ?? message.dice ?? message.story ?? message.checklist;
  return other ? { word: "other", handling: null, file: { file_id: "" } } : undefined;
}

function keep(bytes: Uint8Array, kind: MediaKind, attachments: AttachmentStore, parts: BotParts): TakenMedia {
  const name = attachments.save(bytes, {
    id: parts.random.id(10),
    day: parts.clock.now().toZonedDateTimeISO(parts.preferences.zone()).toPlainDate().toString(),
    ending: path.extname(kind.name ?? ""),
  });
  const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(kind.mediaType ?? "");
  if (isPicture && parts.media?.seesPictures)
    return { picture: { type: "attachment", name, mediaType: kind.mediaType ?? "image/jpeg" } };
  const title = kind.name === undefined ? "" : ` (its name was ${JSON.stringify(kind.name.slice(0, 100))})`;
  return { words: `[File: saved as ${attachments.pathOf(name)}${title}, ${Math.ceil(bytes.length / 1024)} KiB]` };
}

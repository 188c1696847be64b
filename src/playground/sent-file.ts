import type { FileStore } from "./file-store.ts";
import { wireFile, wirePhoto, wireVoice } from "./methods/files.ts";
import type { MessageFields } from "./wire.ts";

/** A file that a person sends. */
export interface SentFile {
  readonly kind: "photo" | "document" | "voice" | "audio";
  readonly bytes: Uint8Array;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Of a voice message or a song. */
  readonly durationSeconds?: number | undefined;
}

const MIME_TYPES = {
  photo: "image/jpeg",
  document: "application/octet-stream",
  voice: "audio/ogg",
  audio: "audio/mpeg",
};
const FILE_NAMES = { photo: "photo.jpg", document: "file.bin", voice: "voice.ogg", audio: "audio.mp3" };

/** Stores a file that a person sends; returns what its message holds. */
export function fileFields(files: FileStore, file: SentFile): MessageFields {
  const stored = files.put({
    bytes: file.bytes,
    name: file.name ?? FILE_NAMES[file.kind],
    mimeType: file.mimeType ?? MIME_TYPES[file.kind],
  });
  const duration = file.durationSeconds ?? 1;
  switch (file.kind) {
    case "photo":
      return { photo: wirePhoto(stored) };
    case "document":
      return { document: wireFile(stored) };
    case "voice":
      return { voice: wireVoice(stored, duration) };
    case "audio":
      return { audio: { ...wireFile(stored), duration } };
  }
}

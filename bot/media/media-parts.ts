import type { AttachmentStore } from "#stores/files/attachments.ts";

/** What the bot can do with files. */
export interface MediaParts {
  readonly attachments: AttachmentStore;
  /** Null: no transcription model is configured. */
  readonly transcribe: ((audio: Uint8Array, signal: AbortSignal) => Promise<string>) | null;
  /** Whether the chat model takes pictures. */
  readonly seesPictures: boolean;
}

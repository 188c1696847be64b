import type { Api } from "grammy";
import { AppError } from "#core/errors.ts";

/** The Bot API hands out files up to 20 MB. */
export const MOST_BYTES = 20_000_000;
const TELEGRAM = "https://api.telegram.org";

/**
 * Fetches a file that was sent to the bot.
 * @throws AppError `file_unavailable`, without the URL: it holds the bot's token
 */
export async function downloadFile(
  api: Api,
  fileId: string,
  config: { readonly token: string; readonly apiRoot?: string | undefined },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const file = await api.getFile(fileId);
  const url = `${config.apiRoot ?? TELEGRAM}/file/bot${config.token}/${file.file_path ?? ""}`;
  const response = await fetch(url, { signal }).catch(() => undefined);
  if (!response?.ok)
    throw new AppError("file_unavailable", `the file was not handed out (${response?.status ?? "no answer"})`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new AppError("file_unavailable", "the file is larger than it was said to be");
  return bytes;
}

import { statfsSync } from "node:fs";

/** Below this the next backup may already fill the disk. */
export const ALMOST_FULL_MIB = 128;

/** How much the owner of `folder` may still write on its disk, in whole MiB. */
export function freeSpaceMib(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 2 ** 20);
}

/**
 * Whether release `a` is newer than `b`, by the three numbers of `1.2.3`; what follows them is not compared.
 * A name without numbers is neither newer nor older than any.
 */
export function isNewerRelease(a: string, b: string): boolean {
  const [theirs, ours] = [numbersOf(a), numbersOf(b)];
  const different = theirs.findIndex((number, index) => number !== ours[index]);
  return ours.length > 0 && different >= 0 && theirs[different]! > ours[different]!;
}

function numbersOf(release: string): number[] {
  return /^v?(\d+)\.(\d+)\.(\d+)/.exec(release)?.slice(1).map(Number) ?? [];
}

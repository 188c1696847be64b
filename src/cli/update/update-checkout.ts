/** What an update needs of the world. */
export interface UpdateParts {
  readonly checkout: string;
  /** Runs a program to its end and returns what it printed; rejects with its last words if it fails. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** Begins the running process anew; false if it shows no healthy pulse in time. True where nothing runs. */
  restart(): Promise<boolean>;
  /** After the earlier release was brought back: makes it run. */
  startAgain(): Promise<void>;
}

/** `newest`: there was nothing to take. After a failure the earlier release is back in place and runs. */
export type UpdateEnd =
  | { readonly outcome: "newest" | "updated" }
  | { readonly outcome: "failed"; readonly reason: string };

/**
 * Takes the newest release of the checkout's branch and its packages and restarts; goes back by itself if the new one
 * does not reach a healthy pulse (OPS-9). A checkout with changes of its own is left alone: nothing of the owner's work
 * is overwritten.
 */
export async function updateCheckout(parts: UpdateParts): Promise<UpdateEnd> {
  const git = async (...args: string[]): Promise<string> =>
    (await parts.run("git", ["-C", parts.checkout, ...args])).trim();
  const install = (): Promise<string> =>
    parts.run("npm", ["install", "--prefix", parts.checkout, "--no-audit", "--no-fund"]);
  let from: string;
  try {
    from = await git("rev-parse", "HEAD");
    if ((await git("status", "--porcelain", "--untracked-files=no")) !== "")
      return { outcome: "failed", reason: "the checkout has changes of its own; commit or discard them first" };
    await git("fetch", "--quiet");
    if (from === (await git("rev-parse", "@{upstream}"))) return { outcome: "newest" };
  } catch (error) {
    return { outcome: "failed", reason: wordsOf(error) };
  }
  const goBack = async (): Promise<void> => {
    await git("reset", "--quiet", "--keep", from);
    await install();
  };
  try {
    await git("merge", "--quiet", "--ff-only", "@{upstream}");
    await install();
  } catch (error) {
    await goBack();
    return { outcome: "failed", reason: wordsOf(error) };
  }
  if (await parts.restart()) return { outcome: "updated" };
  await goBack();
  await parts.startAgain();
  return { outcome: "failed", reason: "the new release did not come up; the earlier one runs again" };
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").slice(-3).join(" ").slice(-300);
}

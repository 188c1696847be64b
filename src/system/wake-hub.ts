import type { Wake, WakeTopic } from "#core/ports.ts";

/** Wakes the loops of this process. Listeners run at once, in the caller's stack: they only set a flag or abort a sleep. */
export class WakeHub implements Wake {
  readonly #listeners = new Map<WakeTopic | "*", Set<(topic: WakeTopic) => void>>();

  notify(topic: WakeTopic): void {
    for (const key of [topic, "*"] as const) for (const listener of this.#listeners.get(key) ?? []) listener(topic);
  }

  on(topic: WakeTopic, listener: () => void): () => void {
    return this.#add(topic, listener);
  }

  onSession(listener: (sessionId: number) => void): () => void {
    return this.#add("*", (topic) => {
      if (topic.startsWith("session:")) listener(Number(topic.slice("session:".length)));
    });
  }

  #add(key: WakeTopic | "*", listener: (topic: WakeTopic) => void): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set);
    set.add(listener);
    return () => set.delete(listener);
  }
}

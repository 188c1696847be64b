/** A map that drops its oldest entry beyond `limit`, for values that are dear to construct and never change. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of `key`, made by `make` if it is not there; an error of `make` is thrown and nothing kept. */
  get(key: string, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(key, made);
    return made;
  }
}

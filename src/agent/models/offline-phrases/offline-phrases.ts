/** The phrases of one language by which the offline model tells requests apart. They are tried in the order of `readIntent`. */
export interface OfflinePhrases {
  readonly help: RegExp;
  readonly greeting: RegExp;
  readonly thanks: RegExp;
  readonly farewell: RegExp;
  readonly list: RegExp;
  /** Takes the last thing back. */
  readonly undo: RegExp;
  /** The group `what` holds an id, a number or a part of the text. */
  readonly remove: RegExp;
  /** The group `rest` holds what is moved and its new time, or `what` and `when` hold one each. */
  readonly move: RegExp;
  readonly recall: RegExp;
  readonly remember: RegExp;
  readonly commitment: RegExp;
  readonly alarm: RegExp;
  readonly wake: RegExp;
  readonly remind: RegExp;
  /** Other ways to begin such a request, and the usual one, by which they are replaced. */
  readonly alias: RegExp;
  readonly usual: string;
}

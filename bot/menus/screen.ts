import { Menu, type MenuFlavor, type MenuRange } from "@grammyjs/menu";
import type { BotContext } from "../context/bot-context.ts";

export type MenuContext = BotContext & MenuFlavor;

/** Where a press leads: a screen, its place, and a note above its text. */
export interface Destination {
  readonly screen: string;
  readonly place?: string;
  readonly note?: string;
}

/** Does a button's work and says where to go; null leaves the message as it is, or to the press itself. */
export type ScreenPress = (ctx: MenuContext) => Destination | null | Promise<Destination | null>;

/** What a press on a menu is answered with: it was out of date, or nothing has changed. */
export interface MenuToasts {
  outdated(): string;
  current(): string;
}

/** Adds a button to a screen. */
type AddButton = (label: string, press: ScreenPress) => MenuRange<BotContext>;

/**
 * One screen of the menu. `place` is all the state that there is, a page or a row with the page to go back to. It
 * travels in the buttons, so that a menu works after a restart. Its alphabet is that of callback data (TG-14).
 */
export interface Screen {
  readonly id: string;
  /** The place to open without being told one. */
  readonly start: string;
  /** What stands above the buttons. */
  text(place: string): string | Promise<string>;
  buttons(add: AddButton, place: string): void;
  /** Everything that decides which button stands where; a press on buttons of another fingerprint refreshes the menu. */
  fingerprint(place: string): string;
}

/**
 * The menus of `screens` (TG-10), of which the first is the root: edited in place, never a second message; one that is
 * out of date refreshes itself. To be installed behind {@link answerPresses}.
 */
export class Menus {
  readonly #screens: ReadonlyMap<string, Screen>;
  readonly #root: Menu<BotContext>;
  readonly #home: Screen;
  readonly #toasts: MenuToasts;

  constructor(screens: readonly [Screen, ...Screen[]], toasts: MenuToasts) {
    this.#toasts = toasts;
    this.#screens = new Map(screens.map((screen) => [screen.id, screen]));
    this.#home = screens[0];
    const [root, ...others] = screens.map((screen) => this.#build(screen)) as [Menu<BotContext>, ...Menu<BotContext>[]];
    root.register(others);
    this.#root = root;
  }

  middleware() {
    return this.#root.middleware();
  }

  /** Text, keyboard and place of `id` or `id/place`, for a message that is about to be sent; an unknown one opens the root. */
  async open(address: string): Promise<{ menu: Menu<BotContext>; text: string; place: string }> {
    const [id = "", asked] = address.split("/");
    const screen = this.#screens.get(id) ?? this.#home;
    const place = asked || screen.start;
    return { menu: this.#root.at(screen.id), text: await screen.text(place), place };
  }

  #build(screen: Screen): Menu<BotContext> {
    return new Menu<BotContext>(screen.id, {
      // The middleware of all presses answers them; the plugin's answer would come first, and without words.
      autoAnswer: false,
      fingerprint: (ctx) => screen.fingerprint(placeOf(ctx, screen)),
      onMenuOutdated: async (ctx) => {
        await ctx.press.answer(this.#toasts.outdated());
        await this.#show(ctx as MenuContext, { screen: screen.id, place: placeOf(ctx, screen) });
      },
    }).dynamic((ctx, range) => {
      // Each button carries the present place: the plugin draws the screen again with it to find what was pressed.
      const payload = placeOf(ctx, screen);
      const add: AddButton = (text, press) =>
        range.text({ text, payload }, async (pressed) => {
          const destination = await press(pressed as MenuContext);
          if (destination) await this.#show(pressed as MenuContext, destination);
        });
      screen.buttons(add, payload);
    }) as Menu<BotContext>;
  }

  async #show(ctx: MenuContext, { screen: id, place, note }: Destination): Promise<void> {
    const screen = this.#screens.get(id);
    if (!screen) throw new RangeError(`the menu has no screen ${id}`);
    ctx.match = place ?? screen.start;
    // Before the edit of the text: the plugin then puts the buttons into that same edit.
    ctx.menu.nav(id);
    const text = await screen.text(ctx.match);
    // Telegram refuses an edit that changes nothing: without a word the press would seem to be lost.
    if (note === undefined && ctx.callbackQuery?.message?.text === text) await ctx.press.answer(this.#toasts.current());
    ctx.press.anew = [
      ...(note === undefined ? [] : [{ kind: "notice", code: "message-not-shown", params: { text: note } } as const]),
      { kind: "menu", menu: `${id}/${ctx.match}` },
    ];
    await ctx.editMessageText(note === undefined ? text : `${note}\n\n${text}`);
  }
}

function placeOf(ctx: BotContext, screen: Screen): string {
  return typeof ctx.match === "string" && ctx.match !== "" ? ctx.match : screen.start;
}

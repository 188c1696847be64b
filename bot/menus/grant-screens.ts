import type { KeptGrant } from "#stores/sessions/grants.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { rowTitle } from "../context/row-words.ts";
import type { Screen } from "./screen.ts";

const PER_PAGE = 6;

/**
 * ♾ Always allowed (AGT-7): what runs without being asked about, in pages, and one of it in full with Revoke. The place of
 * the list is a page, that of a grant its id and the page to go back to, as in `0a….2`.
 */
export function grantScreens(parts: BotParts): [Screen, Screen] {
  const { stores, preferences } = parts;
  const { t, moment } = ownerWords(parts);

  const pageAt = (place: string) => {
    const all = stores.grants.list();
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const number = Math.min(pages - 1, /^\d{1,3}$/.test(place) ? Number(place) : 0);
    return { grants: all.slice(number * PER_PAGE, (number + 1) * PER_PAGE), count: all.length, number, pages };
  };
  const grantOf = (place: string): KeptGrant | undefined =>
    stores.grants.list().find(({ id }) => id === place.split(".")[0]);
  const backOf = (place: string) => ({ screen: "grants", place: place.split(".")[1] ?? "0" });

  /** Who chose it matters as soon as there are several who could have. */
  const since = ({ createdAt, ownerId }: KeptGrant): string => {
    const owners = stores.owners.list();
    const name = owners.length > 1 ? (owners.find(({ userId }) => userId === ownerId)?.name ?? "") : "";
    return t("menu-grant-since", { at: moment(createdAt), by: name === "" ? "nobody" : "owner", name });
  };
  const label = (grant: KeptGrant, length: number): string =>
    `${grant.tool === "bash" ? "⌨️" : "🧩"} ${rowTitle({ name: null, text: grant.subject }, length)}`;

  const list: Screen = {
    id: "grants",
    start: "0",
    fingerprint(place) {
      const { grants, number, pages } = pageAt(place);
      return [preferences.locale(), number, pages, ...grants.map(({ id }) => id)].join(" ");
    },
    text(place) {
      const { grants, count, number, pages } = pageAt(place);
      const heading = t("menu-grants", { count, page: number + 1, pages });
      if (count === 0) return [heading, t("menu-grants-empty")].join("\n\n");
      return [heading, grants.map((grant) => `${label(grant, 80)}\n    ${since(grant)}`).join("\n")].join("\n\n");
    },
    buttons(add, place) {
      const { grants, number, pages } = pageAt(place);
      for (const grant of grants)
        add(label(grant, 40), () => ({ screen: "grant", place: `${grant.id}.${number}` })).row();
      if (pages > 1) {
        add(t("button-previous"), () => ({ screen: "grants", place: String((number + pages - 1) % pages) }));
        add(t("button-next"), () => ({ screen: "grants", place: String((number + 1) % pages) })).row();
      }
      add(t("button-back"), () => ({ screen: "settings" }));
    },
  };

  const one: Screen = {
    id: "grant",
    start: "none",
    fingerprint: (place) => `${preferences.locale()} ${grantOf(place)?.id ?? "gone"}`,
    text(place) {
      const grant = grantOf(place);
      if (!grant) return t("menu-grant-gone");
      const kind = grant.tool === "bash" || grant.tool === "mcp_call" ? grant.tool : "other";
      const lines = [t("menu-grant", { kind, name: grant.tool }), grant.subject];
      if (grant.cwd !== null) lines.push(t("approval-folder", { folder: grant.cwd }));
      return [...lines, since(grant)].join("\n\n");
    },
    buttons(add, place) {
      if (grantOf(place))
        add(t("button-revoke"), (ctx) => {
          const revoked = ctx.commit(() => stores.grants.revoke(place.split(".")[0] ?? ""));
          return { ...backOf(place), note: t(revoked ? "mark-revoked" : "menu-grant-gone") };
        }).row();
      add(t("button-back"), () => backOf(place));
    },
  };

  return [list, one];
}

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";
import type { ApiFields, ApiTable, ApiType } from "#playground/api-table.ts";

const TABLE = fileURLToPath(new URL("../src/playground/bot-api-table.json", import.meta.url));
const PROJECT = fileURLToPath(new URL("../tsconfig.json", import.meta.url));
const METHODS_FILE = "/@grammyjs/types/methods.d.ts";

/**
 * Reads every method of the Bot API, its parameters and the objects that they hold from the installed declarations
 * of `@grammyjs/types` (PLY-2). Entries are sorted by name, alternatives as well: the result does not depend on the
 * order in which the compiler looks at them.
 */
export function generateBotApiTable(): ApiTable {
  const api = new API();
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [PROJECT] }).getProjects()[0]!;
    const path = program.getSourceFileNames().find((name) => name.endsWith(METHODS_FILE));
    const file = path === undefined ? undefined : program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    const methods = module && checker.getMemberInModuleExports(module, "ApiMethods");
    if (!methods) throw new Error(`the project does not reach ${METHODS_FILE}`);
    return new TableReader(checker).read(checker.getDeclaredTypeOfSymbol(methods));
  } finally {
    api.close();
  }
}

/** The table as it is committed: one entry a line, so that a new version of the Bot API reads well in a diff. */
export function formatTable(table: ApiTable): string {
  const lines = (entries: object) =>
    Object.entries(entries)
      .map(([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(",\n");
  return `{\n  "methods": {\n${lines(table.methods)}\n  },\n  "types": {\n${lines(table.types)}\n  }\n}\n`;
}

class TableReader {
  readonly #checker: Checker;
  /** Null while an entry is being read: a type may hold itself. */
  readonly #types = new Map<string, ApiType | null>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  read(apiMethods: Type): ApiTable {
    const methods = this.#checker
      .getPropertiesOfType(apiMethods)
      .map((method) => [method.name, this.#parameters(method)] as const);
    return { methods: sorted(methods), types: sorted([...this.#types] as [string, ApiType][]) };
  }

  #parameters(method: TsSymbol): ApiFields {
    const [signature] = this.#checker.getSignaturesOfType(this.#typeOf(method), SignatureKind.Call);
    const [parameter] = signature?.getParameters() ?? [];
    return parameter ? this.#fields(present(this.#typeOf(parameter))) : {};
  }

  #fields(types: readonly Type[]): ApiFields {
    const fields = types
      .flatMap((type) => this.#checker.getPropertiesOfType(type))
      .map((field) => {
        const isOptional = (field.flags & SymbolFlags.Optional) !== 0;
        return [isOptional ? `${field.name}?` : field.name, this.#type(this.#typeOf(field))] as const;
      });
    return sorted(fields);
  }

  #type(type: Type): ApiType {
    const alias = type.getAliasSymbol();
    if (alias && type.isUnionType()) return this.#named(nameOf(alias), () => this.#union(type));
    return type.isUnionType() ? this.#union(type) : this.#single(type);
  }

  #union(type: Type): ApiType {
    const members = present(type);
    const literals = members.filter((member) => (member.flags & TypeFlags.Literal) !== 0);
    const values = [
      ...new Set(literals.map((literal) => (literal as { value?: unknown }).value as string | number | boolean)),
    ];
    const isBoolean = values.includes(true) && values.includes(false);
    const rest = members.filter((member) => !literals.includes(member)).map((member) => this.#type(member));
    const is = isBoolean ? values.filter((value) => typeof value !== "boolean") : values;
    const all: ApiType[] = [
      ...(isBoolean ? ["Boolean"] : []),
      ...(is.length > 0 ? [{ is: is.sort((a, b) => compare(String(a), String(b))) }] : []),
      ...rest,
    ];
    const distinct = [...new Map(all.map((member) => [JSON.stringify(member), member])).entries()].sort(([a], [b]) =>
      compare(a, b),
    );
    return distinct.length === 1 ? distinct[0]![1] : { oneOf: distinct.map(([, member]) => member) };
  }

  #single(type: Type): ApiType {
    if ((type.flags & TypeFlags.String) !== 0) return "String";
    if ((type.flags & TypeFlags.Number) !== 0) return "Number";
    if ((type.flags & TypeFlags.Boolean) !== 0) return "Boolean";
    // The package leaves open how a library passes a file: `F`.
    if ((type.flags & TypeFlags.TypeParameter) !== 0) return "InputFile";
    if ((type.flags & TypeFlags.Literal) !== 0) return { is: [(type as { value?: unknown }).value as string] };
    if (this.#checker.isArrayLikeType(type)) {
      const [item] = this.#checker.getTypeArguments(type as Parameters<Checker["getTypeArguments"]>[0]);
      return { array: this.#type(item!) };
    }
    // `string & Record<never, never>` is any text beside the literals that an editor offers.
    if (type.isIntersectionType() && type.getTypes()?.some((part) => (part.flags & TypeFlags.String) !== 0))
      return "String";
    const symbol = type.getSymbol();
    const name = symbol === undefined || symbol.name.startsWith("__") ? undefined : nameOf(symbol);
    return name === undefined
      ? { fields: this.#fields([type]) }
      : this.#named(name, () => ({ fields: this.#fields([type]) }));
  }

  #named(name: string, read: () => ApiType): string {
    if (!this.#types.has(name)) {
      this.#types.set(name, null);
      this.#types.set(name, read());
    }
    return name;
  }

  #typeOf(symbol: TsSymbol): Type {
    const type = this.#checker.getTypeOfSymbol(symbol);
    if (!type) throw new Error(`${symbol.name} has no type`);
    return type;
  }
}

/** The members of a type without the `undefined` of what may be left out. */
function present(type: Type): readonly Type[] {
  const members = type.isUnionType() ? (type.getTypes() ?? []) : [type];
  return members.filter((member) => (member.flags & (TypeFlags.Undefined | TypeFlags.Never)) === 0);
}

/** `InlineKeyboardButton.UrlButton` for a declaration inside a namespace. */
function nameOf(symbol: TsSymbol): string {
  const parent = symbol.getParent();
  return parent && !parent.name.startsWith('"') ? `${parent.name}.${symbol.name}` : symbol.name;
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

if (import.meta.main) writeFileSync(TABLE, formatTable(generateBotApiTable()));

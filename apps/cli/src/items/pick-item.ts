import { findCloseMatches } from "@lintel/json/close-matches";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";

/** An item with a name for people and an id for the service. */
export interface Item {
  readonly id: string;
  readonly name: string;
}

/** The requested item; its name is unknown if an id was given. */
export interface FoundItem {
  readonly id: string;
  readonly name: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The kind of item in words, and how its list is shown. */
export interface ItemKind {
  readonly one: string;
  readonly many: string;
  /** Where it was searched, for example `in the project Bookshop`; may be empty. */
  readonly where: string;
  /** The command that lists them. */
  readonly listing: string;
  /** The command that creates the first one. */
  readonly beginning?: string;
}

/** A longer list would scroll the message out of view. */
const maxNames = 20;

/** Similar names, or else all names. */
export function refuseMissing(kind: ItemKind, wanted: string, present: readonly Item[]): Failure {
  const names = present.map((item) => item.name);
  const close = findCloseMatches(wanted, names);
  const why = (close.length > 0 ? close : names.slice(0, maxNames)).map(cleanText);
  const place = kind.where === "" ? "" : ` ${kind.where}`;
  return new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what:
      present.length === 0
        ? `There are no ${kind.many}${place} yet, and none named "${cleanText(wanted)}".`
        : `There is no ${kind.one} "${cleanText(wanted)}"${place}.`,
    why: why.length === 0 ? [] : [`${close.length > 0 ? "Close" : "There are"}: ${why.join(", ")}`],
    fix:
      present.length === 0 && kind.beginning !== undefined
        ? `Create one: \`${kind.beginning}\``
        : `Names must match exactly, including case. \`${kind.listing}\` shows them all.`,
  });
}

/** @throws Failure naming the items with the same name. */
export function refuseAmbiguous(kind: ItemKind, wanted: string, found: readonly Item[]): Failure {
  return new Failure({
    exit: "notFound",
    code: "AMBIGUOUS_NAME",
    what: `${found.length} ${kind.many} have the name "${cleanText(wanted)}".`,
    why: found.slice(0, 10).map((item) => `${cleanText(item.name)}  ${item.id}`),
    fix: `Give the id${kind.one === "suite" ? ", or the folder as well: FOLDER/NAME" : ""}.`,
  });
}

import { readValue } from "../parse/read-value.ts";
import { childOf, readFragment } from "@lintel/json/pointer";
import type { Json } from "@lintel/json/value";
import type { ExternalTexts } from "./lint-options.ts";

/** The target of a reference to another document: `unknown` if that document was not fetched. */
export type Reach = "found" | "missing" | "unknown";

/** Follows references into documents that were fetched before. Each is parsed at its first use. */
export function createReach({ base, texts }: ExternalTexts): (reference: string) => Reach {
  const read = new Map<string, Json>();

  function open(address: string): Json | undefined {
    const known = read.get(address);
    if (known !== undefined || !Object.hasOwn(texts, address)) return known;
    const { value } = readValue(texts[address] ?? "");
    read.set(address, value);
    return value;
  }

  return (reference) => {
    const isOutside = reference !== "" && !reference.startsWith("#");
    if (!isOutside || !URL.canParse(reference, base ?? undefined)) return "unknown";
    const { href } = new URL(reference, base ?? undefined);
    const [address = "", fragment = ""] = href.split("#");
    const document = open(address);
    if (document === undefined) return "unknown";
    // An anchor. Only the dialect of its document distinguishes it from other names.
    if (fragment !== "" && !fragment.startsWith("/")) return "found";
    let at: Json | undefined = document;
    for (const name of readFragment(fragment)) {
      at = at === undefined ? undefined : childOf(at, name);
    }
    return at === undefined ? "missing" : "found";
  };
}

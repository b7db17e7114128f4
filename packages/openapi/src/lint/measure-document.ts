import { isExact } from "@lintel/json/exact-number";
import {
  isCompound,
  isList,
  isObject,
  memberOf,
  type Json,
  type JsonObject,
} from "@lintel/json/value";

/**
 * The size up to which heavy rules run: they compare all pairs, or search a text from each
 * position.
 */
const most = { paths: 5_000, items: 5_000, textLength: 2_000 } as const;

const isLong = (text: Json) => typeof text === "string" && text.length > most.textLength;

function hasLongPart(value: Json): boolean {
  if (isList(value))
    return value.length > most.items || value.some(isLong) || value.some(hasLongPart);
  return (
    isObject(value) &&
    Object.entries(value).some(
      ([name, member]) => isLong(name) || (name === "url" && isLong(member)) || hasLongPart(member),
    )
  );
}

/** Whether heavy rules would take too long for a document. */
export function isTooLarge(document: JsonObject): boolean {
  const paths = memberOf(document, "paths");
  return (isObject(paths) && Object.keys(paths).length > most.paths) || hasLongPart(document);
}

/**
 * Whether a document has an object or list in several places (YAML aliases), or an exact number.
 */
export function needsCopy(document: JsonObject): boolean {
  const seen = new Set<object>();
  const visit = (value: Json): boolean => {
    if (!isCompound(value)) return false;
    if (isExact(value) || seen.has(value)) return true;
    seen.add(value);
    return Object.values<Json>(value).some(visit);
  };
  return visit(document);
}

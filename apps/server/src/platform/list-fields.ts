import { quote } from "@lintel/json/shorten";

/** The first fields of a refusal for its message. A name that is not a path is quoted. */
export function listFields(names: readonly string[]): string {
  const shown = [...new Set(names)].map((name) => (name === "" ? "the body" : name));
  const first = shown.slice(0, 5).map((name) => (plainPath.test(name) ? name : quote(name)));
  return first.join(", ") + (shown.length > 5 ? ` and ${shown.length - 5} more` : "");
}

const plainPath = /^(?:the body|[\w$.[\]-]{1,100})$/;

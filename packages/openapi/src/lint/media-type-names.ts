import { quote } from "@lintel/json/shorten";
import type { EngineRule } from "./engine.types.ts";

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110 §8.3.1 Media Type, and §12.5.1 for ranges such as `image/*`. */
const mediaType = new RegExp(
  `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"]*"))*$`,
);
/** Longer names are none: the pattern is not run on them. */
const mostLength = 500;

interface Context {
  readonly location: { readonly pointer: string; child(path: string[]): { key(): unknown } };
  readonly report: (problem: object) => void;
}

function check(content: object, { location, report }: Context): void {
  if (!location.pointer.endsWith("/content")) return;
  for (const name of Object.keys(content)) {
    if (name.length <= mostLength && mediaType.test(name)) continue;
    const message = `${quote(name)} is not a media type: write it as in "application/json" or "image/*".`;
    report({ message, location: location.child([name]).key() });
  }
}

/** A rule for the names of the media types of requests, responses, parameters and headers. */
export const mediaTypeNames: EngineRule = () => ({
  MediaTypesMap: (content: object, context: unknown) => check(content, context as Context),
});

import { quote } from "@lintel/json/shorten";
import { exampleWithGet } from "../form/example-documents.ts";
import type { OwnLintRule } from "../form/rule.types.ts";

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110 §8.3.1 Media Type, and §12.5.1 for ranges such as `image/*`. */
const mediaType = new RegExp(
  `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"]*"))*$`,
);
/** Longer names are no media types: the pattern does not run on them. */
const maxLength = 500;

const withBody = (name: string) => exampleWithGet({ requestBody: { content: { [name]: {} } } });

export const mediaTypeNames: OwnLintRule = {
  code: "media-type-names",
  severity: "warn",
  summary: "Names in content are media types, such as application/json.",
  why: "Clients send and accept them as they are.",
  fix: "Write a type and a subtype with a slash between them.",
  good: withBody("application/json"),
  bad: withBody("json"),
  begin: (context) => ({
    on: {
      mediaType(_, __, path) {
        const name = path.at(-1);
        if (typeof name !== "string" || path.at(-2) !== "content") return;
        if (name.length <= maxLength && mediaType.test(name)) return;
        const message = `${quote(name)} is not a media type: write it as in "application/json" or "image/*".`;
        context.report(path, message);
      },
    },
  }),
};

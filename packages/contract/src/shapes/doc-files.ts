import Type, { type Static } from "typebox";
import { nullable, record } from "./common.ts";
import { Digest, maxContentLength } from "./docs.ts";

export const maxFiles = 20_000;

/** Relative to the folder that is pushed, with `/` between the names; no name is `.` or `..`. */
export const FilePath = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern:
    "^(?!\\.{1,2}(?:/|$))[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+(?:/(?!\\.{1,2}(?:/|$))[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+)*$",
  description: "As `guide/01-install.md`.",
});

export const filesText = Type.String({
  maxLength: maxContentLength,
  pattern: "^[^\\u0000\\p{Cs}]*$",
  description: "The complete file, including front matter.",
});

export const DocFile = record({ path: FilePath, digest: Digest });
export type DocFile = Static<typeof DocFile>;

export const PushedFile = record({
  path: FilePath,
  digest: Digest,
  text: Type.Optional(filesText),
});
export type PushedFile = Static<typeof PushedFile>;

/** Why a sync cannot succeed. */
export const DocConflict = record({
  path: FilePath,
  reason: Type.Enum(["changed", "added", "removed", "locked"], {
    description: "What changed on the server since the base; locked: someone is editing it.",
  }),
  currentDigest: nullable(Digest),
  lockedBy: nullable(Type.String()),
});
export type DocConflict = Static<typeof DocConflict>;

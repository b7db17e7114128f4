import { renameMember } from "../model/edit-members.ts";
import type { ConversionRule, RuleExample, Translation } from "../model/rule.types.ts";
import type { RenamedPlace } from "./renamed-places.ts";

const rename = (from: string, to: string): Translation => ({
  watches: [from],
  severity: "info",
  message: `"${from}" is written as "${to}", also in references.`,
  apply: (object) => (Object.hasOwn(object, to) ? object : renameMember(object, from, to)),
});

/** A map that an older version has only as an extension. Its objects are converted too. */
export const makeRenameRule = (
  { code, kind, newer, older }: RenamedPlace,
  about: {
    readonly summary: string;
    readonly spec: string;
    readonly examples: readonly RuleExample[];
  },
): ConversionRule => ({
  code,
  kinds: [kind],
  ...about,
  down: rename(newer, older),
  up: rename(older, newer),
});

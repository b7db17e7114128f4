import type { CustomLintRule, MediaTypeRules } from "@lintel/contract/shapes/lint-options";

/** What an organization sets apart from severities: its own rules, and the media types that bodies may have. */
export interface LintOptions {
  readonly custom: readonly CustomLintRule[];
  readonly mediaTypes: MediaTypeRules;
}

export const noOptions: LintOptions = { custom: [], mediaTypes: { request: null, response: null } };

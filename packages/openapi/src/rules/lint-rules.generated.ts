// Generated from the declarations by `npm run contract`; not to be edited.

import { mediaTypeNames } from "./lint/media-type-names.rule.ts";
import type { OwnLintRule } from "./form/rule.types.ts";

export const lintRules: readonly OwnLintRule[] = [mediaTypeNames];

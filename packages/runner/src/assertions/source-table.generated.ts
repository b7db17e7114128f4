// Generated from the declarations by `npm run contract`; not to be edited.

import { statusSource } from "./status-source.ts";
import { headerSource } from "./header-source.ts";
import { jsonPathSource } from "./json-path-source.ts";
import { bodySource } from "./body-source.ts";
import { durationSource } from "./duration-source.ts";
import type { Source } from "./source.types.ts";

export const sourceTable = {
  status: statusSource,
  header: headerSource,
  jsonPath: jsonPathSource,
  body: bodySource,
  duration: durationSource,
} as const satisfies Readonly<Record<string, Source>>;

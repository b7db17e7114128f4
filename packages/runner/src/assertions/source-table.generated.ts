// Generated from the declarations by `npm run contract`; not to be edited.

import { statusSource } from "./status-source.ts";
import { headerSource } from "./header-source.ts";
import { jsonPathSource } from "./json-path-source.ts";
import { bodySource } from "./body-source.ts";
import { durationSource } from "./duration-source.ts";
import type { Source } from "./source.types.ts";

/** Every part of a response that an assertion can check, by its name in the assertion. */
export const sourceTable: Readonly<Record<Assertion["source"], Source>> = {
  status: statusSource,
  header: headerSource,
  jsonPath: jsonPathSource,
  body: bodySource,
  duration: durationSource,
} as const satisfies Readonly<Record<string, Source>>;

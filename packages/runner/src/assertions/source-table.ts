import type { Assertion } from "@lintel/contract/shapes/test-case";
import { bodySource } from "./body-source.ts";
import { durationSource } from "./duration-source.ts";
import { headerSource } from "./header-source.ts";
import { jsonPathSource } from "./json-path-source.ts";
import type { Source } from "./source.types.ts";
import { statusSource } from "./status-source.ts";

/** Every part of a response that an assertion can look at, by the name that it gives. */
export const sourceTable: Readonly<Record<Assertion["source"], Source>> = {
  status: statusSource,
  header: headerSource,
  jsonPath: jsonPathSource,
  body: bodySource,
  duration: durationSource,
};

import { type OpenApiVersion, openApiVersions } from "@lintel/contract/words/design";
import type { JsonObject } from "@lintel/json/value";
import { detectVersion } from "../values/openapi-version.ts";
import { locateWarnings } from "./locate-warnings.ts";
import type { Conversion } from "./model/conversion.types.ts";
import { conversionSteps } from "./rule-table.ts";
import { runStep } from "./step/run-step.ts";
import type { NotedWarning } from "./step/step-run.ts";

const unknownVersion = {
  code: "VERSION_UNKNOWN",
  severity: "error",
  pointer: "/openapi",
  keptIn: null,
  message: `The document names no version that is known (${openApiVersions.join(", ")}): nothing was converted.`,
} as const;

/**
 * Converts an OpenAPI document of version 3.0 to 3.2 to another of these, step by step, and tells
 * what could not be said in the same words. Nothing is lost: see `kept/kept-record.ts` for how what
 * a version has no place for is kept, and put back by a conversion the other way. The document
 * given is not changed; the answer shares with it what is the same in both.
 */
export function convertDocument(document: JsonObject, target: OpenApiVersion): Conversion {
  const version = detectVersion(document);
  if (version === null) return { document, warnings: [unknownVersion] };
  const noted: NotedWarning[] = [];
  let converted = document;
  for (const step of listSteps(version, target)) converted = runStep(converted, step, noted);
  return { document: converted, warnings: locateWarnings(noted, document, converted) };
}

function listSteps(version: OpenApiVersion, target: OpenApiVersion) {
  const [from, to] = [openApiVersions.indexOf(version), openApiVersions.indexOf(target)];
  const between = (low: number, high: number) => openApiVersions.slice(low, high);
  return from > to
    ? between(to, from)
        .toReversed()
        .flatMap((older) => conversionSteps.get(older)?.down ?? [])
    : between(from, to).flatMap((older) => conversionSteps.get(older)?.up ?? []);
}

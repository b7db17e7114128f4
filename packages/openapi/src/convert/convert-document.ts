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
  message: `The document names no known version (${openApiVersions.join(", ")}): nothing was converted.`,
} as const;

/**
 * Converts an OpenAPI document of version 3.0 to 3.2 to another of these versions, step by step,
 * and warns of what the target version cannot express. Nothing is lost: `kept/kept-record.ts`
 * describes how the document keeps such members and how the opposite conversion restores them. The
 * input is not changed; the result shares its unchanged parts.
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

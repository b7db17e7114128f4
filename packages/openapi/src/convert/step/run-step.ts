import { isObject, type JsonObject } from "@lintel/json/value";
import { makeContext } from "./make-context.ts";
import type { ConversionStep } from "./conversion-step.ts";
import type { NotedWarning } from "./step-run.ts";
import { walkObject } from "./walk-document.ts";

/** Converts a document from one version to its neighbour. */
export function runStep(document: JsonObject, step: ConversionStep, warnings: NotedWarning[]) {
  const state = { isMoved: false, depth: 0 };
  const context = makeContext(document, state);
  const converted = walkObject({ step, context, warnings, path: [], state }, document, "document");
  return isObject(converted) ? converted : document;
}

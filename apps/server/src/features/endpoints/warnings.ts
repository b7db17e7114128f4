import type { Warning } from "@lintel/contract/shapes/design";
import { quote } from "@lintel/json/shorten";
import { warn } from "../../domain/design/warnings.ts";

export const parameterAdded = (name: string, parameterId: string): Warning =>
  warn(
    "PATH_PARAMETER_ADDED",
    ["path"],
    `The path has ${quote(`{${name}}`)}: a path parameter of this name was added, required and of type string.`,
    parameterId,
  );

export const parameterRemoved = (name: string, parameterId: string): Warning =>
  warn(
    "PATH_PARAMETER_REMOVED",
    ["path"],
    `The path has no ${quote(`{${name}}`)} any more: its path parameter was removed.`,
    parameterId,
  );

export const operationIdTaken = (wanted: string, given: string): Warning =>
  warn(
    "OPERATION_ID_EXISTS",
    ["operationId"],
    `The version has the operation id ${wanted} already: this endpoint got ${given}.`,
  );

export const deprecationHeld: Warning = warn(
  "DEPRECATION_HELD",
  ["isDeprecated"],
  "A deprecation plan of the operation is live: it stays deprecated until the plan is cancelled.",
);

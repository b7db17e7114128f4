import { STATUS_CODES } from "node:http";
import { invalid } from "../../../platform/problem.ts";

const rangePhrases = ["Information", "Success", "Redirection", "Client error", "Server error"];

/** The name of a response under `responses`: 0 is `default`, 1 to 5 are the ranges 1XX to 5XX. */
export function toStatusCode(statusCode: number): string {
  if (statusCode === 0) return "default";
  if (statusCode <= rangePhrases.length) return `${statusCode}XX`;
  if (statusCode >= 100) return String(statusCode);
  throw invalid({
    field: "statusCode",
    code: "range",
    message:
      "Send a status from 100 to 599; 1 to 5 for the ranges 1XX to 5XX; 0 for the default response.",
  });
}

/** The default description of a response, because OpenAPI before 3.2 requires one. */
export function describeStatus(statusCode: string): string {
  if (statusCode === "default") return "Any other response";
  return STATUS_CODES[statusCode] ?? rangePhrases[Number(statusCode[0]) - 1] ?? "Response";
}

import type { Environment } from "@lintel/contract/shapes/environment";
import { cleanText, showValue } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";

/** Formats an environment for people: its settings, then its variables. */
export function renderEnvironment(environment: Environment): string[] {
  const { name, type, baseUrl, isReadOnly, secretOrigins, oauthTokenUrl, variables } = environment;
  const lines = [
    `${cleanText(name)} (${type})`,
    `  base URL        ${cleanText(baseUrl)}`,
    `  writes          ${isReadOnly ? "blocked" : "allowed"}`,
    ...(secretOrigins.length === 0
      ? []
      : [`  secrets go to   ${secretOrigins.map(cleanText).join(", ")} and the base URL's origin`]),
    ...(oauthTokenUrl === null ? [] : [`  OAuth tokens    ${cleanText(oauthTokenUrl)}`]),
  ];
  if (variables.length === 0) return lines;
  const rows = variables.map((variable) => [
    cleanText(variable.name),
    variable.isSecret ? "(secret)" : showValue(variable.value, 60),
  ]);
  return [...lines, "", ...renderTable(["VARIABLE", "VALUE"], rows)];
}

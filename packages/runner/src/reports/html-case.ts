import type { AssertionResult, CaseResult } from "@lintel/contract/shapes/test-run";
import { writeRequest, writeResponse } from "./describe-exchange.ts";
import { formatDuration, verdictTexts } from "./html-text.ts";
import { type Markup, markup, noMarkup } from "./markup.ts";

const phaseTitles = { setUp: "set-up", test: null, tearDown: "tear-down" } as const;

const writeValue = (value: unknown) => JSON.stringify(value, null, 1) ?? "";

function writeAssertion(assertion: AssertionResult): Markup {
  const verdict = assertion.isPassed ? "passed" : "failed";
  const diff = assertion.isPassed ? "" : "diff";
  return markup`<tr class="${verdict}"><td><span class="mark">${verdictTexts[verdict].mark}</span> ${assertion.label}</td><td>${assertion.operator}</td><td><code>${writeValue(assertion.expected)}</code></td><td><code class="${diff}">${writeValue(assertion.actual)}</code></td></tr>`;
}

function writeAssertions(assertions: readonly AssertionResult[]): Markup {
  if (assertions.length === 0) return noMarkup;
  return markup`<h3>Assertions</h3><div class="table"><table><thead><tr><th>Looked at</th><th>Operator</th><th>Expected</th><th>Got</th></tr></thead><tbody>${assertions.map(writeAssertion)}</tbody></table></div>`;
}

function writeExchange({ exchange }: CaseResult): Markup {
  if (exchange === null) return noMarkup;
  return markup`<div class="pair"><div><h3>Request</h3><pre>${writeRequest(exchange)}</pre></div><div><h3>Response</h3><pre>${writeResponse(exchange)}</pre></div></div>`;
}

function writeExtracted({ extracted }: CaseResult): Markup {
  const rows = Object.entries(extracted).map(
    ([name, value]) => markup`<tr><td>${name}</td><td><code>${writeValue(value)}</code></td></tr>`,
  );
  return rows.length === 0
    ? noMarkup
    : markup`<h3>Extracted</h3><div class="table"><table><tbody>${rows}</tbody></table></div>`;
}

function writeTags(result: CaseResult, passLabel: string): Markup[] {
  const attempts = result.attempts > 1 ? `${result.attempts} attempts` : null;
  return [phaseTitles[result.phase], passLabel || null, attempts, ...result.tags]
    .filter((text) => text !== null)
    .map((text) => markup`<span class="tag">${text}</span>`);
}

/** One case with all that is known of it; those that need a look stand open. */
export function writeCase(result: CaseResult, passLabel: string): Markup {
  const { mark, title } = verdictTexts[result.verdict];
  const open = result.verdict === "failed" || result.verdict === "error" ? " open" : "";
  const message =
    result.message === null ? noMarkup : markup`<p class="message">${result.message}</p>`;
  return markup`<details class="case ${result.verdict}"${open}><summary><span class="mark" title="${title}">${mark}</span><span class="name">${result.name}</span>${writeTags(result, passLabel)}<span class="time">${formatDuration(result.elapsedMs)}</span></summary><div class="inside">${message}${writeAssertions(result.assertions)}${writeExchange(result)}${writeExtracted(result)}</div></details>
`;
}

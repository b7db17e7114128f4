import type { AssertionResult, CaseResult } from "@lintel/contract/shapes/test-run";
import { writeBadge } from "@lintel/portal/badge";
import { indentJson } from "./indent-json.ts";
import { formatDuration, verdictTexts } from "./html-text.ts";
import { type Markup, markup, noMarkup } from "./markup.ts";

const phaseTitles = { setUp: "set-up", test: null, tearDown: "tear-down" } as const;

const writeValue = (value: unknown) => JSON.stringify(value, null, 2) ?? "";

function writeAssertion(assertion: AssertionResult): Markup {
  const { mark, tone } = verdictTexts[assertion.isPassed ? "passed" : "failed"];
  const diff = assertion.isPassed ? "" : "diff";
  return markup`<tr class="${tone}"><td><span class="mark">${mark}</span> ${assertion.label}</td><td>${assertion.operator}</td><td data-name="Expected"><code>${writeValue(assertion.expected)}</code></td><td data-name="Got"><code class="${diff}">${writeValue(assertion.actual)}</code></td></tr>`;
}

function writeAssertions(assertions: readonly AssertionResult[]): Markup {
  if (assertions.length === 0) return noMarkup;
  return markup`<h3>Assertions</h3><div><table class="pairs"><thead><tr><th scope="col">Checked</th><th scope="col">Operator</th><th scope="col">Expected</th><th scope="col">Got</th></tr></thead><tbody>${assertions.map(writeAssertion)}</tbody></table></div>`;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The first line, the headers and the indented body of a request or response. */
function writeMessage(title: string, first: string, message: Message): Markup {
  const headers = Object.entries(message.headers).map(
    ([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  const list = headers.length === 0 ? noMarkup : markup`<dl class="headers">${headers}</dl>`;
  const body =
    message.body === null
      ? noMarkup
      : markup`<pre tabindex="0" role="group" aria-label="Body of the ${title.toLowerCase()}">${indentJson(message.body)}</pre>`;
  return markup`<div><h3>${title}</h3><p class="line">${first}</p>${list}${body}</div>`;
}

function writeExchange({ exchange }: CaseResult): Markup {
  if (exchange === null) return noMarkup;
  const { request, response } = exchange;
  const answer =
    response === null
      ? markup`<div><h3>Response</h3><p class="soft">There was no response.</p></div>`
      : writeMessage("Response", `${response.status} · ${response.sizeBytes} bytes`, response);
  return markup`<div class="pair">${writeMessage("Request", `${request.method} ${request.url}`, request)}${answer}</div>`;
}

function writeExtracted({ extracted }: CaseResult): Markup {
  const rows = Object.entries(extracted).map(
    ([name, value]) => markup`<tr><td>${name}</td><td><code>${writeValue(value)}</code></td></tr>`,
  );
  return rows.length === 0
    ? noMarkup
    : markup`<h3>Extracted</h3><div><table><tbody>${rows}</tbody></table></div>`;
}

function writeTags(result: CaseResult, passLabel: string): Markup[] {
  const attempts = result.attempts > 1 ? `${result.attempts} attempts` : null;
  return [phaseTitles[result.phase], passLabel || null, attempts, ...result.tags]
    .filter((text) => text !== null)
    .map((text) => markup`<span class="tag">${text}</span>`);
}

/** One case with all its details; a failed case is open. */
export function writeCase(result: CaseResult, passLabel: string): Markup {
  const { mark, word, tone } = verdictTexts[result.verdict];
  const badge = { markup: writeBadge(tone, mark, word).text };
  const open = result.verdict === "failed" || result.verdict === "error" ? " open" : "";
  const message =
    result.message === null ? noMarkup : markup`<p class="message">${result.message}</p>`;
  return markup`<details class="case ${result.verdict} ${tone}"${open}><summary>${badge}<span class="name">${result.name}</span>${writeTags(result, passLabel)}<span class="time">${formatDuration(result.elapsedMs)}</span></summary><div class="inside">${message}${writeAssertions(result.assertions)}${writeExchange(result)}${writeExtracted(result)}</div></details>
`;
}

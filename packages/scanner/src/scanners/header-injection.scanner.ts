import type { Guidance } from "../findings/finding.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { placeOf, planInputs, runInputs, takeInputs, type InputTrial } from "./input-trial.ts";
import { isText, listInputs } from "./inputs.ts";
import type { Labelled, Observation, Scanner } from "./scanner.types.ts";

const injection: Guidance = {
  id: "SVC08035",
  name: "HeaderInjection",
  title: "A value with a line break adds headers to the answer",
  severity: "medium",
  owasp: "API8:2023",
  cwe: [93, 113],
  description:
    "A value of the request is copied to a header of the answer with its line breaks. A link with such a value sets cookies or a body of the attacker's choice in the name of the API.",
  remediation:
    "Refuse control characters in values that are used in headers, and encode file names as RFC 8187 says.",
  references: ["https://www.rfc-editor.org/rfc/rfc9110#section-5.5"],
};

const breaks = ["\r\n", "\n"];

const choose = takeInputs((surface, operation) =>
  listInputs(surface, operation).filter((input) => isText(surface, input)),
);

export const headerInjection: Scanner = {
  id: "header-injection",
  title: "Header injection",
  summary:
    "Sends a line break and a header of an invented name in text values, and looks for a header of this name in the answer.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "The answer to the request as it was has no such header.",
  isAuthorization: false,
  guidance: [injection],
  plan: planInputs(choose, 3),
  run: runInputs(choose, tryBreaks),
};

async function tryBreaks(trial: InputTrial): Promise<Observation | null> {
  const { probe, input, operation, exchange } = trial;
  const attacks: Labelled[] = [];
  for (const [at, lineBreak] of [...breaks, ...breaks].entries()) {
    const name = `x-${probe.word(`header ${at}`).slice(0, 8)}`;
    const answer = await trial.send(`a${lineBreak}${name}: ${name}`);
    if (headerOf(answer.responseHeaders, name) === name)
      attacks.push({ label: `The answer has the header ${name}`, exchange: answer });
    if (attacks.length === 2 || (at >= 1 && attacks.length === 0)) break;
  }
  if (attacks.length < 2) return null;
  return {
    kind: "finding",
    guidance: injection,
    place: placeOf(trial),
    description: `The value of ${input.name} in ${operation.id} ends a header and begins another one.`,
    proof: { controls: [{ label: "The request as it was", exchange }], attacks },
  };
}

import { findItems } from "../baselines/read-items.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { showsSame } from "../traffic/compare-answers.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { planInputs, takeInputs } from "./input-trial.ts";
import { isText, listInputs, withInput, type Input } from "./inputs.ts";
import { conclude, findAnswered, type Answered } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const injection: Guidance = {
  id: "SVC08031",
  name: "NosqlOperatorInjection",
  title: "A value is executed as an operator of a database query",
  severity: "critical",
  owasp: "API8:2023",
  cwe: [943],
  description:
    "An object with an operator, such as $ne, instead of a value changes what the query finds. Filters and checks of passwords are passed in this way.",
  remediation:
    "Validate that the value is a text or a number before it reaches the query, and compare with $eq.",
  references: [
    "https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html",
  ],
};

/** Reads, searches and sign-ins: what a query of another operation finds is not in its answer. */
const isQuestion = ({ isWrite, isAsking }: Operation): boolean => !isWrite || isAsking;

const choose = takeInputs((surface: Surface, operation: Operation) =>
  isQuestion(operation)
    ? listInputs(surface, operation).filter(
        (input) => input.location !== "path" && isText(surface, input),
      )
    : [],
);

export const nosqlInjection: Scanner = {
  id: "nosql-injection",
  title: "NoSQL operator injection",
  summary:
    "Puts the operators $ne and $eq, as MongoDB has them, instead of text values of queries and bodies. Nothing is written.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "An invented value, as it is and with $eq, finds nothing, and the answers are stable.",
  isAuthorization: false,
  guidance: [injection],
  plan: planInputs(choose, 5),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const answered = await findAnswered(probe, operation);
    if (typeof answered === "string") return skipped(answered);
    const found: Observation[] = [];
    for (const input of choose(probe.surface, operation)) {
      const observation = await tryInput(probe, answered, input);
      if (observation !== null) found.push(observation);
    }
    return conclude(answered, found);
  },
};

/** How much an answer shows; a refusal shows nothing. */
const measure = (answer: Exchange): number =>
  isGranted(answer) ? 1 + (findItems(answer.json)?.length ?? answer.text.length) : 0;

async function tryInput(
  probe: Probe,
  { operation, draft, identity }: Answered,
  input: Input,
): Promise<Observation | null> {
  const word = probe.word(`${operation.id} ${input.name}`);
  const ask = (operator: string | null, value: string): Promise<Exchange> => {
    if (operator === null) return probe.send(withInput(draft, operation, input, value), identity);
    if (input.location === "body")
      return probe.send(withInput(draft, operation, input, { [operator]: value }), identity);
    const rest = draft.query.filter(([name]) => name !== input.name);
    const query = [...rest, [`${input.name}[${operator}]`, value] as const];
    return probe.send({ ...draft, query }, identity);
  };
  const all = await ask("$ne", word);
  if (!isGranted(all)) return null;
  const nothing = await ask(null, word);
  if (measure(all) <= measure(nothing)) return null;
  const equal = await ask("$eq", word);
  const again = await ask("$ne", `${word}x`);
  const isProved = measure(equal) <= measure(nothing) && isGranted(again) && showsSame(all, again);
  if (!isProved) return null;
  return {
    kind: "finding",
    guidance: injection,
    place: { location: input.location, name: input.name },
    description: `${operation.id} executes operators in ${input.name}.`,
    proof: {
      controls: [
        { label: "An invented value", exchange: nothing },
        { label: "Equal to the invented value", exchange: equal },
      ],
      attacks: [
        { label: "Not equal to the invented value", exchange: all },
        { label: "Not equal to another one", exchange: again },
      ],
    },
  };
}

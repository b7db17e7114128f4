import { firstOf, openParts } from "@lintel/samples/schema/parts";
import { readTypes } from "@lintel/samples/schema/read-types";
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
  id: "SVC08030",
  name: "SqlInjection",
  title: "A parameter is executed as a part of an SQL statement",
  severity: "critical",
  owasp: "API8:2023",
  cwe: [89],
  description:
    "A condition that is always true and one that is always false, added to a value, change the answer each time in the same way. The value reaches the database as a part of the statement.",
  remediation:
    "Pass values as parameters of prepared statements. Names of columns and directions, which cannot be parameters, come from a list.",
  references: [
    "https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html",
  ],
};

/** A condition that is true for 1 and false for 2, added to a value that finds nothing. */
type Form = (value: string, number: number) => string;

/**
 * What closes the text around a value, and what reopens it, so that the rest of the
 * statement stays valid: plain, within LIKE, within brackets, and in double quotes; and with a
 * comment, which ends the statement.
 */
const textForms: readonly Form[] = [
  (word, number) => `${word}' OR '${number}'='1`,
  (word, number) => `${word}%' OR '${number}%'='1`,
  (word, number) => `${word}') OR ('${number}'='1`,
  (word, number) => `${word}%') OR ('${number}%'='1`,
  (word, number) => `${word}" OR "${number}"="1`,
  (word, number) => `${word}' OR ${number}=1 -- `,
  (word, number) => `${word}') OR ${number}=1 -- `,
];

const numberForms: readonly Form[] = [(value, number) => `${value} OR ${number}=1`];
const unknownNumber = "987654321";

/** Reads, searches and sign-ins: what a statement of another operation finds is not in its answer. */
const isQuestion = ({ isWrite, isAsking }: Operation): boolean => !isWrite || isAsking;

const isWholeNumber = ({ source }: Surface, { schema }: Input): boolean =>
  readTypes(openParts(source, schema).parts).includes("integer");

const choose = takeInputs((surface: Surface, operation: Operation) =>
  isQuestion(operation)
    ? listInputs(surface, operation).filter(
        (input) =>
          // Guesses of a password count as failed sign-ins, and passwords are compared by hash.
          !input.words.includes("password") &&
          (isText(surface, input) || isWholeNumber(surface, input)),
      )
    : [],
);

export const sqlInjection: Scanner = {
  id: "sql-injection",
  title: "SQL injection",
  summary:
    "Adds conditions to values of the query, the path and of bodies that ask, in pairs that are always true and always false. Nothing is written, nothing waits, and no error is needed.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control:
    "A value that finds nothing finds nothing also with a false condition, and the answers are stable.",
  isAuthorization: false,
  guidance: [injection],
  plan: planInputs(choose, 1 + textForms.length + 2),

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

/** How much an answer shows: its items, else the length of its text. A refusal shows nothing. */
const measure = (answer: Exchange): number =>
  isGranted(answer) ? 1 + (findItems(answer.json)?.length ?? answer.text.length) : 0;

const isInvalid = ({ status }: Exchange): boolean => status === 400 || status === 422;

async function tryInput(
  probe: Probe,
  { operation, draft, identity }: Answered,
  input: Input,
): Promise<Observation | null> {
  const isNumber = isWholeNumber(probe.surface, input);
  const value = isNumber ? unknownNumber : probe.word(input.name);
  const ask = (text: string) => probe.send(withInput(draft, operation, input, text), identity);
  const nothing = await ask(value);
  if (isInvalid(nothing) || nothing.status >= 500) return null;
  for (const form of isNumber ? numberForms : textForms) {
    const yes = await ask(form(value, 1));
    // A form that is checked, such as that of a slug, admits none of the rest.
    if (isInvalid(yes) && hasPattern(probe.surface, input)) return null;
    if (!isGranted(yes) || measure(yes) <= measure(nothing)) continue;
    const no = await ask(form(value, 2));
    const again = await ask(form(value, 1));
    const isStable = isGranted(again) && showsSame(yes, again);
    if (measure(no) !== measure(nothing) || !isStable) continue;
    return {
      kind: "finding",
      guidance: injection,
      place: { location: input.location, name: input.name },
      description: `The value of ${input.name} changes the statement of ${operation.id}.`,
      proof: {
        controls: [
          { label: "A value that finds nothing", exchange: nothing },
          { label: "A condition that is always false", exchange: no },
        ],
        attacks: [
          { label: "A condition that is always true", exchange: yes },
          { label: "The same again", exchange: again },
        ],
      },
    };
  }
  return null;
}

const hasPattern = ({ source }: Surface, { schema }: Input): boolean =>
  firstOf(openParts(source, schema).parts, "pattern") !== undefined;

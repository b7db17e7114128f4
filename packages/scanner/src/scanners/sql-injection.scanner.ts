import { readTypes } from "@lintel/samples/schema/read-types";
import { openParts } from "@lintel/samples/schema/parts";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import { findItems } from "../baselines/read-items.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, showsSame } from "../traffic/judge-answer.ts";
import { findBaseline, withQuery } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

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

/**
 * What closes the text around a value, and what reopens it, so that the rest of the
 * statement stays valid: plain, within LIKE, within brackets, and in double quotes.
 */
const forms: readonly ((word: string, number: number) => string)[] = [
  (word, number) => `${word}' OR '${number}'='1`,
  (word, number) => `${word}%' OR '${number}%'='1`,
  (word, number) => `${word}') OR ('${number}'='1`,
  (word, number) => `${word}%') OR ('${number}%'='1`,
  (word, number) => `${word}" OR "${number}"="1`,
];

export const sqlInjection: Scanner = {
  id: "sql-injection",
  title: "SQL injection",
  summary:
    "Adds conditions to the values of text parameters, in pairs that are always true and always false. Nothing is written, nothing waits, and no error is needed.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control:
    "A value that finds nothing finds nothing also with a false condition, and the answers are stable.",
  isAuthorization: false,
  guidance: [injection],

  plan: ({ operations, ...rest }) =>
    operations
      .filter((operation) => !operation.isWrite)
      .map((operation) => ({
        operation,
        requests: listTexts({ ...rest, operations }, operation).length * (1 + forms.length * 2),
      }))
      .filter(({ requests }) => requests > 0),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const found: Observation[] = [];
    for (const name of listTexts(probe.surface, operation)) {
      const observation = await tryParameter(probe, baseline, name);
      if (observation !== null) found.push(observation);
    }
    return found;
  },
};

/** The text parameters in the query. */
const listTexts = ({ source }: Surface, { parameters }: Operation): string[] =>
  parameters
    .filter(({ in: place, schema }) => {
      const { parts } = openParts(source, schema);
      const isChoice = parts.some(
        (part) => Object.hasOwn(part, "enum") || Object.hasOwn(part, "format"),
      );
      return place === "query" && !isChoice && readTypes(parts).includes("string");
    })
    .map(({ name }) => name);

/** How much an answer shows: its items, else the length of its text. */
const measure = ({ json, text }: Exchange): number => findItems(json)?.length ?? text.length;

async function tryParameter(
  probe: Probe,
  { operation, draft, identity }: WorkingBaseline,
  name: string,
): Promise<Observation | null> {
  const word = probe.word(name);
  const ask = (value: string) => probe.send(withQuery(draft, name, value), identity);
  const nothing = await ask(word);
  if (!isGranted(nothing)) return null;
  for (const form of forms) {
    const yes = await ask(form(word, 1));
    if (!isGranted(yes) || measure(yes) <= measure(nothing)) continue;
    const no = await ask(form(word, 2));
    const again = await ask(form(word, 1));
    const isStable = isGranted(again) && showsSame(yes, again);
    if (!isGranted(no) || measure(no) !== measure(nothing) || !isStable) continue;
    const attacks: Labelled[] = [
      { label: "A condition that is always true", exchange: yes },
      { label: "The same again", exchange: again },
    ];
    const controls = [
      { label: "A word that finds nothing", exchange: nothing },
      { label: "A condition that is always false", exchange: no },
    ];
    return {
      kind: "finding",
      guidance: injection,
      place: { location: "query", name },
      description: `The value of ${name} changes the statement of ${operation.id}.`,
      proof: { controls, attacks },
    };
  }
  return null;
}

import { isObject } from "@lintel/json/value";
import { firstOf, openParts } from "@lintel/samples/schema/parts";
import { findItems } from "../baselines/read-items.ts";
import type { Guidance } from "../findings/finding.types.ts";
import { findPageSize } from "../surface/page-size-parameter.ts";
import type { Operation, Parameter, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { findBaseline, withQuery } from "./probing.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

const unlimited: Guidance = {
  id: "SVC04001",
  name: "PageSizeUnlimited",
  title: "The size of a page has no limit",
  severity: "medium",
  owasp: "API4:2023",
  cwe: [770],
  description:
    "A list accepts a page size far above what a client needs. A few requests read the whole table, or exhaust the server.",
  remediation:
    "Limit the page size on the server, document the limit as maximum, and clamp or refuse larger values.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa4-unrestricted-resource-consumption/",
  ],
};

const hugeSize = 100_000;

export const pageSize: Scanner = {
  id: "page-size",
  title: "Page size",
  summary: `Asks a list for ${hugeSize} items, also behind a cursor. The limit is missing where the answer has more items than the documented maximum, or repeats the size.`,
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "The same request with the size of the document is answered.",
  isAuthorization: false,
  guidance: [unlimited],

  plan: ({ operations }) =>
    operations
      .filter((operation) => !operation.isWrite && findPageSize(operation) !== undefined)
      .map((operation) => ({ operation, requests: 2 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const size = findPageSize(operation);
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    if (size === undefined) return [];
    const { draft, exchange, identity } = baseline;
    const maximum = readMaximum(probe.surface, size);
    const hugeDraft = withQuery(draft, size.name, String(hugeSize));
    const isTooMuch = (answer: Exchange) => isGranted(answer) && isUnlimited(answer, maximum);
    let huge = await probe.send(hugeDraft, identity);
    const next = readNext(operation, exchange);
    // The first page may be made by other code than those that a cursor leads to.
    if (!isTooMuch(huge) && next !== null)
      huge = await probe.send(withQuery(hugeDraft, ...next), identity);
    if (!isTooMuch(huge)) return [];
    return [
      {
        kind: "finding",
        guidance: unlimited,
        place: { location: "query", name: size.name },
        description: `${operation.id} accepts ${size.name}=${hugeSize}.`,
        confidence: "medium",
        proof: {
          controls: [{ label: "The usual page", exchange }],
          attacks: [{ label: `${size.name}=${hugeSize}`, exchange: huge }],
        },
      },
    ];
  },
};

const cursorName = /^(?:next)?_?(?:page_?)?(?:cursor|token|after|continuation)$/i;

/** The parameter that leads to the page after an answer, and its value; null without one. */
function readNext(
  { parameters }: Operation,
  { json }: Exchange,
): readonly [name: string, value: string] | null {
  const parameter = parameters.find(
    ({ in: place, name }) => place === "query" && cursorName.test(name),
  );
  const members = Object.entries(isObject(json) ? json : {});
  const [, value] = members.find(([name]) => /next|cursor|continuation/i.test(name)) ?? [];
  const isCursor = (typeof value === "string" && value !== "") || typeof value === "number";
  return parameter === undefined || !isCursor ? null : [parameter.name, String(value)];
}

function readMaximum({ source }: Surface, { schema }: Parameter): number {
  const maximum = firstOf(openParts(source, schema).parts, "maximum");
  return typeof maximum === "number" ? maximum : 1000;
}

function isUnlimited({ json }: Exchange, maximum: number): boolean {
  const shown = findItems(json)?.length ?? 0;
  const members = typeof json === "object" && json !== null ? Object.values(json) : [];
  return shown > maximum || members.includes(hugeSize);
}

import { toNoun } from "@lintel/samples/known-ids";
import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import { makeRequest } from "../baselines/make-request.ts";
import { readCreatedId } from "../baselines/read-items.ts";
import type { Flow, ScanProfile } from "../model/scan.types.ts";
import { listVariables } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import type { Probe } from "./scanner.types.ts";

/** A flow of the profile, with its operations. */
export interface KnownFlow extends Flow {
  readonly operations: readonly Operation[];
}

/** The flows whose steps are all in scope. */
export const listFlows = ({ operations }: Surface, { flows = [] }: ScanProfile): KnownFlow[] =>
  flows.flatMap((flow) => {
    const steps = flow.steps.flatMap(
      (step) => operations.find(({ id, operationId }) => step === id || step === operationId) ?? [],
    );
    return steps.length === flow.steps.length ? [{ ...flow, operations: steps }] : [];
  });

/** The steps that were taken: the first one, and the answers to those after it. */
export interface Taken {
  readonly first: WorkingBaseline;
  readonly answers: readonly Exchange[];
}

const maxBodies = 3;

/**
 * Takes another step on what the earlier ones made, with other bodies where one is refused for its
 * content. Null if no earlier answer has the id that its path needs.
 *
 * @param id - another id than that of the record
 */
export async function takeStep(
  probe: Probe,
  operation: Operation,
  taken: Taken,
  id?: string,
): Promise<Exchange | null> {
  const bound = bindItem(operation, taken, id);
  if (bound === null) return null;
  for (let attempt = 0; ; attempt += 1) {
    const draft = makeRequest(probe.surface, operation, bound, {}, attempt);
    const exchange = await probe.send(draft, taken.first.identity);
    const isRefusedForContent =
      [400, 409, 422].includes(exchange.status) && operation.body !== null;
    if (!isRefusedForContent || attempt + 1 >= maxBodies) return exchange;
  }
}

/** The values of the path: from the first step, and one id from the latest answer that has it. */
function bindItem(
  { path }: Operation,
  { first: { bound, exchange }, answers }: Taken,
  id: string | undefined,
): readonly Bound[] | null {
  const known = bound.filter(({ variable }) => path.includes(`{${variable}}`));
  const [variable, ...more] = listVariables(path).filter((name) =>
    known.every((one) => one.variable !== name),
  );
  if (variable === undefined || more.length > 0) return variable === undefined ? known : null;
  const [collection = ""] = path
    .slice(0, path.indexOf(`/{${variable}}`))
    .split("/")
    .slice(-1);
  const names = { variable, noun: toNoun(collection) };
  const found = [...answers]
    .toReversed()
    .concat(exchange)
    .map((answer) => readCreatedId(answer, names));
  const value = id ?? found.find((one) => one !== null);
  if (value === undefined || value === null) return null;
  return [...known, { variable, value, itemPath: path, origin: "created" }];
}

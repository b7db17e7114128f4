import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { withInput, type Input } from "./inputs.ts";
import { conclude, findAnswered, findBaseline, type Answered } from "./probing.ts";
import { skipped, type Check, type Observation, type Probe } from "./scanner.types.ts";

/** One input of a request that the target answers. */
export interface InputTrial {
  readonly probe: Probe;
  readonly operation: Operation;
  readonly input: Input;
  readonly draft: RequestDraft;
  /** The answer to the request as it was. */
  readonly exchange: Exchange;
  /** Sends the request with another value in the input. */
  send(value: unknown): Promise<Exchange>;
}

/** More inputs of one operation are not tried, so that a scan stays polite. */
const maxInputs = 6;

/** The first inputs of an operation that a scanner tries. */
export type ChooseInputs = (surface: Surface, operation: Operation) => readonly Input[];

export const takeInputs =
  (choose: ChooseInputs): ChooseInputs =>
  (surface, operation) =>
    choose(surface, operation).slice(0, maxInputs);

/** The checks of operations that have such an input. */
export const planInputs =
  (choose: ChooseInputs, requestsEach: number) =>
  (surface: Surface): Check[] =>
    surface.operations.flatMap((operation) => {
      const { length } = operation.method === "DELETE" ? [] : choose(surface, operation);
      return length === 0 ? [] : [{ operation, requests: length * requestsEach }];
    });

/** Tries each input of an operation that works. */
export const runInputs =
  (choose: ChooseInputs, tryInput: (trial: InputTrial) => Promise<Observation | null>) =>
  async ({ operation }: Check, probe: Probe): Promise<readonly Observation[]> => {
    const baseline = await findTried(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const found: Observation[] = [];
    for (const input of choose(probe.surface, operation)) {
      const observation = await tryInput(startTrial(probe, baseline, input));
      if (observation !== null) found.push(observation);
    }
    return conclude(baseline, found);
  };

/**
 * The request that is changed. A read can be one that finds nothing, because the values of a
 * document are often invented; a write has to work.
 */
export async function findTried(probe: Probe, operation: Operation): Promise<Answered | string> {
  if (operation.isWrite && !operation.isAsking) {
    const working = await findBaseline(probe, operation);
    return typeof working === "string" ? working : { ...working, doubt: null };
  }
  const answered = await findAnswered(probe, operation);
  if (typeof answered === "string") return answered;
  // A sign-in is refused as well, and counts its failures.
  return isRefusal(answered.exchange) ? "it refuses all identities" : answered;
}

const isRefusal = ({ status }: Exchange): boolean => status === 401 || status === 403;

export function startTrial(probe: Probe, answered: Answered, input: Input): InputTrial {
  const { operation, draft, exchange, identity } = answered;
  const send = (value: unknown) => probe.send(withInput(draft, operation, input, value), identity);
  return { probe, operation, input, draft, exchange, send };
}

export const placeOf = ({ input: { location, name } }: InputTrial) => ({ location, name });

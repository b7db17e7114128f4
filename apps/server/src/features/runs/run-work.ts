import type { PlanInput } from "@lintel/runner/plan/plan-run";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { RunRef } from "./run-ref.ts";

/**
 * The suite, the environment and the options of a run as they were when it was accepted, for the
 * node that carries it out. Sealed, because it contains secrets of the environment and the caller.
 */
export function sealRunWork(sealer: Sealer, run: RunRef, work: PlanInput): string {
  return sealer.seal(JSON.stringify(work), placeOfRunWork(run));
}

/** @throws Error if it was sealed under another master key. */
export function openRunWork(sealer: Sealer, run: RunRef, sealed: string): PlanInput {
  return JSON.parse(sealer.open(sealed, placeOfRunWork(run))) as PlanInput;
}

/** The context to which it is sealed. */
export function placeOfRunWork(run: RunRef): string {
  return `test-run/${run.organizationId}/${run.id}`;
}

import type { PlanInput } from "@lintel/runner/plan/plan-run";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { RunRef } from "./run-ref.ts";

/**
 * What a run is made of, as it was when the run was accepted, for whichever node takes it. Sealed,
 * for the environment's secrets and the caller's are in it.
 */
export function sealRunWork(sealer: Sealer, run: RunRef, work: PlanInput): string {
  return sealer.seal(JSON.stringify(work), placeOfRunWork(run));
}

/** @throws Error where it was sealed under another master key. */
export function openRunWork(sealer: Sealer, run: RunRef, sealed: string): PlanInput {
  return JSON.parse(sealer.open(sealed, placeOfRunWork(run))) as PlanInput;
}

/** Where it is sealed to. */
export function placeOfRunWork(run: RunRef): string {
  return `test-run/${run.organizationId}/${run.id}`;
}

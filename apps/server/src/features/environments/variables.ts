import type { VariableInput, VariableOutput } from "@lintel/contract/shapes/environment";
import { quote } from "@lintel/json/shorten";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { StoredVariable } from "./environment.tables.ts";
import { trySealAgain } from "../../platform/keys/sealed-rows.ts";
import { invalid } from "../../platform/problem.ts";

/** A variable with its value, used only by runs. */
export interface OpenVariable {
  readonly name: string;
  readonly value: unknown;
  readonly isSecret: boolean;
}

/** Seals secret values. A secret that is sent without a value keeps the stored one. */
export function sealVariables(
  sealer: Sealer,
  environmentId: string,
  given: readonly VariableInput[],
  stored: readonly StoredVariable[],
): StoredVariable[] {
  const before = new Map(stored.map((variable) => [variable.name, variable]));
  refuseRepeats(given);
  return given.map((variable, at) => {
    if (variable.isSecret !== true) {
      if (variable.value === undefined) throw valueMissing(at);
      return { name: variable.name, isSecret: false, value: variable.value };
    }
    if (variable.value === undefined || variable.value === null) {
      const sealed = before.get(variable.name)?.sealed;
      if (sealed === undefined) throw valueMissing(at);
      const place = placeOf(environmentId, variable.name);
      const kept = trySealAgain(sealer, sealed, place) ?? sealed;
      return { name: variable.name, isSecret: true, sealed: kept };
    }
    const text = JSON.stringify(variable.value);
    return {
      name: variable.name,
      isSecret: true,
      sealed: sealer.seal(text, placeOf(environmentId, variable.name)),
    };
  });
}

/** Variables as they are shown: a secret's value is null. */
export function showVariables(stored: readonly StoredVariable[]): VariableOutput[] {
  return stored.map(({ name, isSecret, value }) => ({
    name,
    isSecret,
    value: isSecret ? null : (value ?? null),
  }));
}

export function openVariables(
  sealer: Sealer,
  environmentId: string,
  stored: readonly StoredVariable[],
): OpenVariable[] {
  return stored.map(({ name, isSecret, value, sealed }) => ({
    name,
    isSecret,
    value:
      sealed === undefined
        ? value
        : (JSON.parse(sealer.open(sealed, placeOf(environmentId, name))) as unknown),
  }));
}

/** Seals the secrets under the present key. `lost` counts those that no key opens. */
export function sealVariablesAgain(
  sealer: Sealer,
  environmentId: string,
  stored: readonly StoredVariable[],
): { variables: StoredVariable[]; lost: number } {
  let lost = 0;
  const variables = stored.map((variable) => {
    if (variable.sealed === undefined) return variable;
    const sealed = trySealAgain(sealer, variable.sealed, placeOf(environmentId, variable.name));
    if (sealed === null) lost += 1;
    return { ...variable, sealed: sealed ?? variable.sealed };
  });
  return { variables, lost };
}

// Sealed text opens only in its own environment, so it cannot be copied into another one.
function placeOf(environmentId: string, name: string): string {
  return `environment:${environmentId}:${name}`;
}

function refuseRepeats(given: readonly VariableInput[]): void {
  const seen = new Set<string>();
  given.forEach(({ name }, at) => {
    if (seen.has(name)) {
      throw invalid({
        field: `variables[${at}].name`,
        code: "repeated",
        message: `Give the variable ${quote(name)} once.`,
      });
    }
    seen.add(name);
  });
}

function valueMissing(at: number) {
  return invalid({
    field: `variables[${at}].value`,
    code: "required",
    message: "Is required; only a secret that is already stored may be sent without its value.",
  });
}

import { createHash, randomBytes } from "node:crypto";
import type { SaltedName, StoredNames } from "../database/tables.ts";

/** What the chain covers instead of a person's name. */
interface Digested {
  readonly nameDigest?: string;
}

interface Named {
  readonly type: string;
  readonly name: string | null;
}

/** Shown instead of a name that was erased. */
export const erasedName = "(erased)";

/** The types of targets whose names are e-mail addresses. */
const personal: ReadonlySet<string> = new Set(["user", "invitation"]);

/** The types of actors whose names are e-mail addresses. */
const people: ReadonlySet<string> = new Set(["user", "client"]);

/** Takes the names of people out of what the chain covers. */
export function splitNames<Actor extends Named & { readonly name: string }, Target extends Named>(
  actor: Actor,
  target: Target | null,
): { actor: Actor & Digested; target: (Target & Digested) | null; names: StoredNames | null } {
  const ofActor = people.has(actor.type) ? saltName(actor.name) : null;
  const name = target?.name ?? null;
  const ofTarget =
    target !== null && name !== null && personal.has(target.type) ? saltName(name) : null;
  if (ofActor === null && ofTarget === null) return { actor, target, names: null };
  return {
    actor: ofActor === null ? actor : { ...actor, name: "", nameDigest: digestName(ofActor) },
    target:
      ofTarget === null || target === null
        ? target
        : { ...target, name: "", nameDigest: digestName(ofTarget) },
    names: {
      ...(ofActor === null ? {} : { actor: ofActor }),
      ...(ofTarget === null ? {} : { target: ofTarget }),
    },
  };
}

/** The name of an actor or a target as it is shown. */
export function readName<Name extends string | null>(
  { name, nameDigest }: { readonly name: Name } & Digested,
  salted: SaltedName | undefined,
): Name | string {
  return nameDigest === undefined ? name : (salted?.name ?? erasedName);
}

/** Whether the names are those that the chain covers, or erased. */
export function areNamesIntact(
  names: StoredNames | null,
  actor: Digested,
  target: Digested | null,
): boolean {
  const isSame = (salted: SaltedName | undefined, digest: string | undefined) =>
    salted === undefined || digestName(salted) === digest;
  return isSame(names?.actor, actor.nameDigest) && isSame(names?.target, target?.nameDigest);
}

function saltName(name: string): SaltedName {
  return { salt: randomBytes(16).toString("base64url"), name };
}

function digestName({ salt, name }: SaltedName): string {
  return createHash("sha256").update(`${salt}\n${name}`).digest("hex");
}

import { membersOf, openParts } from "@lintel/samples/schema/parts";
import type { Operation, Surface } from "./surface.types.ts";

/** An operation that takes the name and the password of an account. */
export interface Entrance {
  readonly operation: Operation;
  /** The member of the body with the name, such as `email`. */
  readonly user: string;
  /** The member of the body with the password. */
  readonly password: string;
}

export const isUserName = (name: string): boolean =>
  /^(?:e-?mail(?:_?address)?|user(?:_?name)?|login|account)$/i.test(name);
export const isPasswordName = (name: string): boolean =>
  /^(?:pass(?:word|wd|phrase)?|pwd)$/i.test(name);

const loginWords = new Set(
  "login signin authenticate authentication auth session sessions token".split(" "),
);
const accountWords = new Set(
  "register registration signup users user customers customer accounts account members".split(" "),
);

/** The operation by which people sign in. */
export const findLogin = (surface: Surface): Entrance | null =>
  findEntrance(surface, (operation) => isLogin(operation));

/** The operation by which anybody opens an account. */
export const findRegistration = (surface: Surface): Entrance | null =>
  findEntrance(
    surface,
    (operation) =>
      !isLogin(operation) &&
      !operation.needsCredential &&
      [...operation.words].some((word) => accountWords.has(word)),
  );

/** The operation by which people close their own account, such as `DELETE /me`. */
export const findClosing = ({ operations }: Surface): Operation | null =>
  operations.find(
    ({ method, path }) => method === "DELETE" && /\/(?:me|self|account|profile)$/.test(path),
  ) ?? null;

/** `logIn` has the words `log` and `in`. */
const isLogin = ({ words }: Operation): boolean =>
  [...words].some((word) => loginWords.has(word)) ||
  ["log", "sign"].some((verb) => words.has(verb) && words.has("in"));

function findEntrance(surface: Surface, fits: (operation: Operation) => boolean): Entrance | null {
  for (const operation of surface.operations) {
    const { method, path, body } = operation;
    if (method !== "POST" || path.includes("{") || body === null || !fits(operation)) continue;
    const names = [...membersOf(openParts(surface.source, body.schema).parts, "properties").keys()];
    const [user, password] = [names.find(isUserName), names.find(isPasswordName)];
    if (user !== undefined && password !== undefined) return { operation, user, password };
  }
  return null;
}

import type { Pairs } from "./exchange.types.ts";

/** The first value of a header, whose name is given in lower case; null without one. */
export const headerOf = (headers: Pairs, name: string): string | null =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? null;

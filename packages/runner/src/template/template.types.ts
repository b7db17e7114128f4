import type { BuiltIn } from "./built-ins.ts";

/** One `{{name}}`. */
export interface Reference {
  readonly name: string;
  readonly builtIn: BuiltIn | undefined;
  /**
   * The possible meanings of the name, in order: the whole as a variable, then ever shorter parts before a dot as a
   * variable, with the rest as a path to its members.
   */
  readonly readings: readonly { readonly base: string; readonly path: readonly string[] }[];
}

/** A value with compiled templates, rendered often. */
export type Template =
  | { readonly kind: "constant"; readonly value: unknown }
  /** Only `{{name}}`: keeps the type of the variable's value. */
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "text"; readonly parts: readonly (string | Reference)[] }
  | { readonly kind: "list"; readonly items: readonly Template[] }
  | { readonly kind: "record"; readonly members: readonly (readonly [Template, Template])[] };

/** A named value; `template` is a constant if the value is data without templates. */
export interface Variable {
  readonly template: Template;
  /** A secret of the environment, which only requests to its own origins may contain. */
  readonly isSecret: boolean;
}

export type Layer = ReadonlyMap<string, Variable>;

import type { Exit } from "../outcome/exit-codes.ts";
import type { OptionSpec, OptionValues } from "./option.types.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The arguments of a command. */
export interface Invocation {
  readonly options: OptionValues;
  readonly operands: readonly string[];
  readonly env: Environment;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/**
 * A command. Parsing, help, completion and documentation are generated from this or checked against
 * it.
 */
export interface Command {
  /** One or two words, for example `suites push`. */
  readonly name: string;
  readonly summary: string;
  /** The usage after the name, for example `SUITE [options]`. */
  readonly usage: string;
  /** The number of operands. */
  readonly operands: readonly [least: number, most: number];
  /** The possible values of the first operand, if they are fixed. */
  readonly choices?: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Further help, one paragraph each. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  run(invocation: Invocation): Promise<Exit>;
}

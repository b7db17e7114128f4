import type { Exit } from "../outcome/exit-codes.ts";
import type { OptionSpec, OptionValues } from "./option.types.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command is called with. */
export interface Invocation {
  readonly options: OptionValues;
  readonly operands: readonly string[];
  readonly env: Environment;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** A command: parsing, help, completion and documentation are made from this or held against it. */
export interface Command {
  /** One or two words, for example `suites push`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, for example `SUITE [options]`. */
  readonly usage: string;
  /** How many operands it takes. */
  readonly operands: readonly [least: number, most: number];
  /** The words that the first operand can be, where it is one of a few. */
  readonly choices?: readonly string[];
  readonly options: readonly OptionSpec[];
  /** What a reader should know beyond the options, a paragraph each. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  run(invocation: Invocation): Promise<Exit>;
}

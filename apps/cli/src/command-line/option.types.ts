/** An option of a command: parsing, help and completion are generated from it. */
export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The name of the value in help, such as FILE. An option without a value is a flag. */
  readonly value?: string;
  readonly summary: string;
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  /** The value of an option that is given without one. Only one of its choices can follow it. */
  readonly implied?: string;
  /** Bounds of a whole number. */
  readonly range?: readonly [least: number, most: number];
  /** Where the default comes from, for the help. */
  readonly otherwise?: string;
}

/** The options of a call. */
export interface OptionValues {
  /** The last value given. */
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  number(name: string): number | undefined;
  isSet(name: string): boolean;
  /** Whether the command has this option, given or not. */
  isKnown(name: string): boolean;
}

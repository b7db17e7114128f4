/** An option of a command: parsing, help and completion are made from it. */
export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of the value in help; an option without it is a switch. */
  readonly value?: string;
  readonly summary: string;
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  /** Bounds of a whole number. */
  readonly range?: readonly [least: number, most: number];
  /** What counts where it is not given, in words. */
  readonly otherwise?: string;
}

/** The options as they were given. */
export interface OptionValues {
  /** The value given last. */
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  number(name: string): number | undefined;
  isSet(name: string): boolean;
  /** Whether the command has such an option, given or not. */
  isKnown(name: string): boolean;
}

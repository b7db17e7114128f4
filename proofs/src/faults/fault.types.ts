/** Something that goes wrong around the product, and what must hold while and after it does. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  /** Why it cannot be tried on this machine; null where it can. */
  skipReason(): Promise<string | null>;
  /**
   * Brings it about.
   *
   * @returns lines with what was seen
   * @throws Error where the product did not hold
   */
  run(options: FaultOptions): Promise<readonly string[]>;
}

export interface FaultOptions {
  /** Under ten seconds or so: limits of a minute are not waited for. */
  readonly isShort: boolean;
}

/** @throws Error with the text where the condition does not hold. */
export function hold(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Error(text);
}

/** A fault in the environment of the product, and what must be true during and after it. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  /** Why it cannot run on this machine; null if it can. */
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
  /** Under about ten seconds, without waiting for limits of a minute. */
  readonly isShort: boolean;
}

/** @throws Error with the text if the condition is false */
export function hold(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Error(text);
}

/** The violations and the figures of a proof. */
export interface Verdict {
  /** Records a violation with the data to repeat it, and prints it. */
  violate(what: string, evidence?: Readonly<Record<string, unknown>>): void;
  /** Adds to a figure of the summary. */
  count(figure: string, by?: number): void;
  /** Keeps the maximum of a figure. */
  raise(figure: string, value: number): void;
  /** Adds a text to every violation from now on, such as the number of the kill. */
  at(place: Readonly<Record<string, unknown>>): void;
  readonly figures: ReadonlyMap<string, number>;
  readonly violations: number;
  /** Prints the summary and returns the exit code. */
  conclude(): number;
}

/** The maximum of printed violations of one kind; further ones are only counted. */
const maxPrinted = 40;

export function createVerdict(name: string, seed: number): Verdict {
  const figures = new Map<string, number>();
  const beganAt = performance.now();
  let place: Readonly<Record<string, unknown>> = {};
  let violations = 0;

  return {
    violate(what, evidence = {}) {
      violations += 1;
      if (violations > maxPrinted) return;
      const details = { seed, ...place, instant: new Date().toISOString(), ...evidence };
      console.log(`${clearLine()}VIOLATION ${name}: ${what}\n  ${JSON.stringify(details)}`);
    },
    count: (figure, by = 1) => void figures.set(figure, (figures.get(figure) ?? 0) + by),
    raise: (figure, value) => void figures.set(figure, Math.max(figures.get(figure) ?? 0, value)),
    at(now) {
      place = now;
    },
    figures,
    get violations() {
      return violations;
    },
    conclude() {
      const seconds = Math.round((performance.now() - beganAt) / 1000);
      console.log(`${clearLine()}\n${name}: seed ${seed}, ${seconds} s`);
      for (const [figure, value] of figures) {
        console.log(`  ${figure}: ${Math.round(value).toLocaleString("en")}`);
      }
      console.log(`  violations: ${violations}`);
      return violations === 0 ? 0 : 1;
    },
  };
}

/** Prints the progress of a proof: in place on a terminal, otherwise as occasional lines. */
export function showProgress(text: string, isMilestone: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`${clearLine()}${text}`);
  else if (isMilestone) console.log(text);
}

// ECMA-48 §8.3.41: erases the line.
function clearLine(): string {
  return process.stdout.isTTY ? "\r\u001B[K" : "";
}

/** A violation in a response; `rule` and its place distinguish defects. */
export class Violation extends Error {
  readonly rule: string;
  readonly place: string;

  constructor(rule: string, place: string, detail: string) {
    super(`${rule} (${place}): ${detail}`);
    this.rule = rule;
    this.place = place;
  }
}

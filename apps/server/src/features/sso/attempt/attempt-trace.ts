import type { SsoStep } from "@lintel/contract/words/sso";
import { mask } from "../../../domain/people/mask.ts";
import type { Stated } from "./read-person.ts";

/** What a step of an attempt found. */
export interface StoredStep {
  readonly step: SsoStep;
  readonly result: "passed" | "refused";
  readonly detail: string | null;
}

/** What is noted of one attempt while it is checked. */
export interface AttemptTrace {
  /** Begins a step; the one before it has passed. */
  begin(step: SsoStep): void;
  /** Says what the present step found, without personal data. */
  note(detail: string): void;
  /** Notes what arrived, as it is. */
  receive(name: string, ...values: string[]): void;
  /** Notes the attributes or claims of a person, masked. */
  receivePerson(stated: Stated, groupNames: readonly string[]): void;
  /** The provider answered this very sign-in: a refusal from here on is its configuration's. */
  prove(): void;
  readonly isProven: boolean;
  readonly received: Readonly<Record<string, string[]>>;
  /** @param refused whether the last step refused the attempt, and why */
  steps(refused: string | null): StoredStep[];
}

const maxValues = 50;
const maxLength = 300;

export function createTrace(): AttemptTrace {
  const steps: { step: SsoStep; detail: string | null }[] = [];
  const received: Record<string, string[]> = {};
  let isProven = false;
  const keep = (name: string, values: readonly string[]) => {
    received[name.slice(0, maxLength)] = values
      .slice(0, maxValues)
      .map((value) => value.slice(0, maxLength));
  };
  return {
    begin: (step) => void steps.push({ step, detail: null }),
    note(detail) {
      const last = steps.at(-1);
      if (last !== undefined) last.detail = detail.slice(0, maxLength);
    },
    receive: (name, ...values) => keep(name, values),
    receivePerson(stated, groupNames) {
      for (const [name, values] of [...stated].slice(0, maxValues))
        keep(name, groupNames.includes(name) ? values : values.map(mask));
    },
    prove: () => void (isProven = true),
    get isProven() {
      return isProven;
    },
    received,
    steps: (refused) =>
      steps.map(({ step, detail }, at) =>
        refused !== null && at === steps.length - 1
          ? { step, result: "refused", detail: refused }
          : { step, result: "passed", detail },
      ),
  };
}

/** Answers of apps under test that the published document does not allow, as sentences. */
const faults: string[] = [];

export function noteAnswerFault(fault: string): void {
  faults.push(fault);
}

/** What was noted since the last time that this was asked. */
export function takeAnswerFaults(): string[] {
  return faults.splice(0);
}

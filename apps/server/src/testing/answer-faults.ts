/** Messages about answers of apps under test that the published document does not allow. */
const faults: string[] = [];

export function noteAnswerFault(fault: string): void {
  faults.push(fault);
}

/** Returns and clears the recorded messages. */
export function takeAnswerFaults(): string[] {
  return faults.splice(0);
}

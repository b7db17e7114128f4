import { afterEach } from "vitest";
import { takeAnswerFaults } from "./answer-faults.ts";

// A test fails when a server under test gave an answer that the published document does not allow,
// whatever the test itself looked at.
afterEach(() => {
  const faults = takeAnswerFaults();
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join("\n\n"));
});

import { afterEach } from "vitest";
import { takeAnswerFaults } from "./answer-faults.ts";

// A test fails if a server under test sent an answer that the published document does not allow,
// even if the test does not check that answer.
afterEach(() => {
  const faults = takeAnswerFaults();
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join("\n\n"));
});

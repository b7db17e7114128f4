import type { Guidance } from "../findings/finding.types.ts";
import { proveArithmetic, type Form } from "./arithmetic.ts";
import { placeOf, planInputs, runInputs, takeInputs } from "./input-trial.ts";
import { isText, listInputs } from "./inputs.ts";
import type { Scanner } from "./scanner.types.ts";

const injection: Guidance = {
  id: "SVC08032",
  name: "CommandInjection",
  title: "A value is executed by a command shell",
  severity: "critical",
  owasp: "API8:2023",
  cwe: [78],
  description:
    "A value that asks a shell to multiply two numbers gives the product. An attacker runs any command with the rights of the API.",
  remediation:
    "Call programs with a list of arguments and without a shell, or use a library instead. Accept only values of a known form.",
  references: [
    "https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html",
  ],
};

/** What ends the argument around a value, and prints a product; nothing else is executed. */
const forms: readonly Form[] = [
  {
    label: "plain or in double quotes",
    write: ({ left, right }) => `;echo $((${left}*${right}));`,
  },
  { label: "in single quotes", write: ({ left, right }) => `';echo $((${left}*${right}));'` },
  { label: "Windows", write: ({ left, right }) => `"&set /a ${left}*${right}&"` },
];

const choose = takeInputs((surface, operation) =>
  listInputs(surface, operation).filter((input) => isText(surface, input)),
);

export const commandInjection: Scanner = {
  id: "command-injection",
  title: "Command injection",
  summary:
    "Adds a multiplication to text values, as shells of Unix and Windows write it, and looks for the product in the answer. Nothing is changed, and nothing waits.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "The same numbers as plain text do not give the product, and two products are seen.",
  isAuthorization: false,
  guidance: [injection],
  plan: planInputs(choose, forms.length + 2),
  run: runInputs(choose, async (trial) => {
    const proof = await proveArithmetic(trial, forms);
    if (proof === null) return null;
    return {
      kind: "finding",
      guidance: injection,
      place: placeOf(trial),
      description: `A shell executes the value of ${trial.input.name} in ${trial.operation.id}: ${proof.form.label}.`,
      proof,
    };
  }),
};

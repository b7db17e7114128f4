import type { Guidance } from "../findings/finding.types.ts";
import { makeSum, proveArithmetic, shows, type Form } from "./arithmetic.ts";
import { placeOf, planInputs, runInputs, takeInputs, type InputTrial } from "./input-trial.ts";
import { isText, listInputs } from "./inputs.ts";
import type { Observation, Scanner } from "./scanner.types.ts";

const injection: Guidance = {
  id: "SVC08033",
  name: "TemplateInjection",
  title: "A value is executed by a template engine",
  severity: "critical",
  owasp: "API8:2023",
  cwe: [1336, 94],
  description:
    "A value with an expression of a template language gives the result of the expression. In most engines, expressions reach files and commands of the server.",
  remediation:
    "Give values to templates as data, and never make a template from them. Where users write templates, use a language without expressions.",
  references: ["https://owasp.org/www-project-web-security-testing-guide/"],
};

const product = (open: string, close: string): Form => ({
  label: `${open}…${close}`,
  write: ({ left, right }) => `${open}${left}*${right}${close}`,
});

/** Jinja, Twig, Handlebars and Liquid; FreeMarker and EL; ERB and EJS; Pug and Ruby; Razor. */
const forms: readonly Form[] = [
  product("{{", "}}"),
  product("${", "}"),
  product("<%=", "%>"),
  product("#{", "}"),
  product("@(", ")"),
];

const choose = takeInputs((surface, operation) =>
  listInputs(surface, operation).filter((input) => isText(surface, input)),
);

export const templateInjection: Scanner = {
  id: "template-injection",
  title: "Template injection",
  summary:
    "Sends a multiplication in the forms of common template languages, first in one value, and looks for the product in the answer.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "The same numbers as plain text do not give the product, and two products are seen.",
  isAuthorization: false,
  guidance: [injection],
  plan: planInputs(choose, 1 + forms.length + 2),
  run: runInputs(choose, tryTemplate),
};

async function tryTemplate(trial: InputTrial): Promise<Observation | null> {
  const sum = makeSum(trial.probe.word(`all ${trial.operation.id} ${trial.input.name}`));
  const all = await trial.send(forms.map((form) => form.write(sum)).join(" "));
  // An engine may fail at the forms of another one.
  if (!shows(sum, all) && all.status < 500) return null;
  const proof = await proveArithmetic(trial, forms);
  if (proof === null) return null;
  return {
    kind: "finding",
    guidance: injection,
    place: placeOf(trial),
    description: `A template engine executes ${proof.form.label} in the value of ${trial.input.name} in ${trial.operation.id}.`,
    proof,
  };
}

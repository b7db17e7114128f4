import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { placeOf, planInputs, runInputs, takeInputs, type InputTrial } from "./input-trial.ts";
import { isText, listInputs } from "./inputs.ts";
import type { Observation, Scanner } from "./scanner.types.ts";

const traversal: Guidance = {
  id: "SVC08034",
  name: "PathTraversal",
  title: "A value leads to files outside their folder",
  severity: "high",
  owasp: "API8:2023",
  cwe: [22],
  description:
    "A value with steps to the folder above gives files of the operating system. An attacker reads configuration, keys and code.",
  remediation:
    "Look files up in a list by an id. Where a name is needed, resolve it, and refuse it unless it is still in the folder.",
  references: [
    "https://owasp.org/www-community/attacks/Path_Traversal",
    "https://cwe.mitre.org/data/definitions/22.html",
  ],
};

/** Words of inputs that name files. */
const fileWords = new Set(
  `attachment asset content dir directory doc document download export file filename folder image img include
  lang language layout load locale log name page path pdf photo picture read report resource src style
  template theme view`.split(/\s+/),
);

const choose = takeInputs((surface, operation) =>
  listInputs(surface, operation).filter(
    (input) => isText(surface, input) && input.words.some((word) => fileWords.has(word)),
  ),
);

interface Known {
  readonly file: string;
  readonly text: RegExp;
}

/** Two files that every system of a kind has, with what they always contain. */
const systems: readonly (readonly [Known, Known])[] = [
  [
    { file: "etc/passwd", text: /(?:^|")root:[^:\n]*:0:0:/m },
    { file: "etc/group", text: /(?:^|")root:[^:\n]*:0:/m },
  ],
  [
    {
      file: "windows/win.ini",
      text: /(?:^|")(?:; for 16-bit app support|\[(?:fonts|extensions|mci extensions)\])/im,
    },
    {
      file: "windows/system.ini",
      text: /(?:^|")(?:; for 16-bit app support|\[(?:drivers|386enh)\])/im,
    },
  ],
];

/** Steps up in plain form, for filters that remove steps once, and from the root. */
const forms: readonly ((file: string) => string)[] = [
  (file) => `${"../".repeat(8)}${file}`,
  (file) => `${"....//".repeat(8)}${file}`,
  (file) => `/${file}`,
  (file) => `${"%2e%2e%2f".repeat(8)}${file}`,
];

export const pathTraversal: Scanner = {
  id: "path-traversal",
  title: "Path traversal",
  summary:
    "Asks inputs that name files for two files that every operating system has, with steps to the folder above in several forms.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "A file that does not exist, behind the same steps, is not answered in this way.",
  isAuthorization: false,
  guidance: [traversal],
  plan: planInputs(choose, forms.length * systems.length + 2),
  run: runInputs(choose, tryFiles),
};

async function tryFiles(trial: InputTrial): Promise<Observation | null> {
  for (const form of forms) {
    for (const [first, second] of systems) {
      const answer = await trial.send(form(first.file));
      if (!contains(answer, first)) continue;
      const again = await trial.send(form(second.file));
      const missing = await trial.send(form(trial.probe.word("file")));
      if (!contains(again, second) || contains(missing, first) || contains(missing, second))
        continue;
      return report(trial, [
        [first, answer],
        [second, again],
        [null, missing],
      ]);
    }
  }
  return null;
}

/** The first lines of a file may be in a member of a JSON answer. */
const contains = ({ text }: Exchange, known: Known): boolean =>
  known.text.test(text) || known.text.test(text.replaceAll(String.raw`\n`, "\n"));

function report(
  trial: InputTrial,
  answers: readonly (readonly [Known | null, Exchange])[],
): Observation {
  const attacks = answers.flatMap(([known, exchange]) =>
    known === null ? [] : [{ label: `The file /${known.file}`, exchange }],
  );
  const missing = answers.flatMap(([known, exchange]) =>
    known === null ? [{ label: "A file that does not exist", exchange }] : [],
  );
  return {
    kind: "finding",
    guidance: traversal,
    place: placeOf(trial),
    description: `The value of ${trial.input.name} in ${trial.operation.id} reads files of the operating system.`,
    proof: {
      controls: [{ label: "The request as it was", exchange: trial.exchange }, ...missing],
      attacks,
    },
  };
}

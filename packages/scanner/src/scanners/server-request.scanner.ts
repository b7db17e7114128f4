import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { ScanListener } from "../listener/listener.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import {
  findTried,
  planInputs,
  startTrial,
  takeInputs,
  placeOf,
  type InputTrial,
} from "./input-trial.ts";
import { isAddress, listInputs } from "./inputs.ts";
import { conclude, findBaseline } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const requestForgery: Guidance = {
  id: "SVC07001",
  name: "ServerSideRequestForgery",
  title: "The API requests any address that a caller names",
  severity: "high",
  owasp: "API7:2023",
  cwe: [918],
  description:
    "An address in the request is requested by the server. An attacker reaches services of the internal network and of the cloud provider through it.",
  remediation:
    "Allow only hosts of a list. Resolve the name once, refuse private, loopback and link-local addresses, connect to the resolved address, and do not follow redirects.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa7-server-side-request-forgery/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html",
  ],
};

const addressWords = new Set(
  `address avatar callback cover domain endpoint feed fetch hook host href icon image img import link load logo
  origin photo picture proxy remote site source src target uri url webhook website`.split(/\s+/),
);

const choose = takeInputs((surface, operation) =>
  listInputs(surface, operation).filter((input) => isAddress(surface, input, addressWords)),
);

export const serverRequest: Scanner = {
  id: "server-request",
  title: "Server-side request forgery",
  summary:
    "Gives inputs that name an address an address of the listener of the scan, and of another operation of the target. A request at the listener, or the answer of the other operation, shows that the server requests what callers name.",
  needs: { identities: 0, writes: "some", isIntrusive: false, listener: true },
  control:
    "An address of the listener that was not sent is not requested, and an address of the target that does not exist is answered otherwise.",
  isAuthorization: false,
  guidance: [requestForgery],
  plan: planInputs(choose, 5),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const answered = await findTried(probe, operation);
    if (typeof answered === "string") return skipped(answered);
    const other = await findOther(probe, operation);
    if (probe.listener === null && other === null)
      return skipped("no listener is configured, and no other operation can be read to compare");
    const found: Observation[] = [];
    for (const input of choose(probe.surface, operation)) {
      const trial = startTrial(probe, answered, input);
      const heard = probe.listener === null ? null : await tryListener(trial, probe.listener);
      const observation = heard ?? (other === null ? null : await tryEcho(trial, other));
      if (observation !== null) found.push(observation);
    }
    return conclude(answered, found);
  },
};

async function tryListener(trial: InputTrial, listener: ScanListener): Promise<Observation | null> {
  const { probe, operation, input } = trial;
  const tokenOf = (turn: string) => probe.word(`${turn} ${operation.id} ${input.name}`);
  const first = await trial.send(listener.addressFor(tokenOf("first")));
  if (!(await listener.wasRequested(tokenOf("first")))) return null;
  const second = await trial.send(listener.addressFor(tokenOf("second")));
  const isProved =
    (await listener.wasRequested(tokenOf("second"))) &&
    !(await listener.wasRequested(tokenOf("never sent")));
  if (!isProved) return null;
  const attacks = [
    { label: "The listener was requested", exchange: first },
    { label: "The listener was requested at another address", exchange: second },
  ];
  return report(trial, attacks, []);
}

/** Another read of the target without a credential, and words of its answer. */
interface Other {
  readonly url: string;
  readonly words: readonly string[];
}

const minWords = 3;

async function findOther(probe: Probe, { id }: Operation): Promise<Other | null> {
  const open = probe.surface.operations.filter(
    (one) =>
      one.id !== id &&
      one.method === "GET" &&
      !one.needsCredential &&
      !one.path.includes("{") &&
      !one.parameters.some(({ isRequired }) => isRequired) &&
      one.danger === null,
  );
  for (const operation of open) {
    const baseline: WorkingBaseline | string = await findBaseline(probe, operation);
    if (typeof baseline === "string") continue;
    const words = [...new Set(baseline.exchange.text.match(/[A-Za-z][\w-]{4,}/g))].slice(0, 20);
    if (words.length >= minWords) return { url: baseline.exchange.url.replace(/\?.*$/, ""), words };
  }
  return null;
}

const showsOther = ({ text }: Exchange, { url, words }: Other): boolean => {
  // The address itself may be repeated, and is no proof.
  const rest = text.replaceAll(url, "");
  return words.every((word) => rest.includes(word));
};

async function tryEcho(trial: InputTrial, other: Other): Promise<Observation | null> {
  const first = await trial.send(other.url);
  if (!showsOther(first, other) || showsOther(trial.exchange, other)) return null;
  const nowhere = await trial.send(`${other.url}-${trial.probe.word("nowhere")}`);
  const second = await trial.send(other.url);
  if (showsOther(nowhere, other) || !showsOther(second, other)) return null;
  const attacks = [
    { label: "The answer of another operation of the target", exchange: first },
    { label: "The same again", exchange: second },
  ];
  return report(trial, attacks, [
    { label: "An address of the target that does not exist", exchange: nowhere },
  ]);
}

function report(
  trial: InputTrial,
  attacks: readonly Labelled[],
  controls: readonly Labelled[],
): Observation {
  return {
    kind: "finding",
    guidance: requestForgery,
    place: placeOf(trial),
    description: `The server requests the address in ${trial.input.name} of ${trial.operation.id}.`,
    proof: {
      controls: [{ label: "The request as it was", exchange: trial.exchange }, ...controls],
      attacks,
    },
  };
}

import type { Guidance } from "../findings/finding.types.ts";
import { isLoopback } from "../surface/loopback.ts";
import type { OutgoingCall } from "../surface/surface.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { findAnswered } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";

const references = [
  "https://owasp.org/API-Security/editions/2023/en/0xaa-unsafe-consumption-of-apis/",
];
const common = { severity: "medium", owasp: "API10:2023", cwe: [319], references } as const;

const unencryptedCall: Guidance = {
  ...common,
  id: "SVC10001",
  name: "CallbackUnencrypted",
  title: "A callback or webhook is sent without encryption",
  description:
    "The document names an http address for a callback or webhook. Data of the API crosses the network as plain text, and anybody on the way can answer in the place of the receiver.",
  remediation: "Send callbacks and webhooks to https addresses only, and sign them.",
};

const unencryptedRedirect: Guidance = {
  ...common,
  id: "SVC10002",
  name: "RedirectToUnencryptedHost",
  title: "An operation redirects to an unencrypted address of another host",
  description:
    "The answer sends callers to an http address of another host. Clients that follow it take over what anybody on the way writes, with what they know of this API.",
  remediation:
    "Redirect to https addresses only, and check the addresses that upstreams give before they are passed on.",
};

export const outgoingCalls: Scanner = {
  id: "outgoing-calls",
  title: "Callbacks, webhooks and redirects to others",
  summary:
    "Reads the addresses of callbacks and webhooks in the document, and the redirects in answers. It follows none of them and sends nothing of its own.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "Addresses of the machine itself, and redirects within the same host, do not count.",
  isAuthorization: false,
  guidance: [unencryptedCall, unencryptedRedirect],

  plan: ({ operations, outgoing }) =>
    operations
      .filter(
        (operation, index) =>
          !operation.isWrite || listUnencrypted(outgoing, operation, index).length > 0,
      )
      .map((operation) => ({ operation, requests: 0 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const { operations, outgoing } = probe.surface;
    const found = listUnencrypted(outgoing, operation, operations.indexOf(operation)).map(
      reportCall,
    );
    if (operation.isWrite) return found;
    const exchange = await findAnswer(probe, operation);
    if (typeof exchange === "string") return found.length > 0 ? found : skipped(exchange);
    return [...found, ...reportRedirect(operation, exchange)];
  },
};

/** Webhooks belong to no operation: they are reported with the first one. */
const listUnencrypted = (
  outgoing: readonly OutgoingCall[],
  operation: Operation,
  index: number,
): OutgoingCall[] =>
  outgoing.filter(
    (call) =>
      (call.operation === operation || (call.operation === null && index === 0)) &&
      isUnencrypted(call.url),
  );

function isUnencrypted(text: string): boolean {
  if (!/^http:\/\//i.test(text)) return false;
  const url = URL.parse(text.replaceAll(/\{[^{}]*\}/g, "x"));
  return url === null || !isLoopback(url);
}

const reportCall = ({ name, operation, url }: OutgoingCall): Observation => ({
  kind: "finding",
  guidance: unencryptedCall,
  isHostWide: operation === null,
  place: { location: "host", name },
  description: `The document sends ${name} to ${url}.`,
  proof: { controls: [], attacks: [] },
});

async function findAnswer(probe: Probe, operation: Operation): Promise<Exchange | string> {
  const answered = await findAnswered(probe, operation);
  return typeof answered === "string" ? answered : (answered.doubt ?? answered.exchange);
}

function reportRedirect(operation: Operation, exchange: Exchange): Observation[] {
  const location = headerOf(exchange.responseHeaders, "location");
  if (exchange.status < 300 || exchange.status > 399 || location === null) return [];
  const target = URL.parse(location, exchange.url);
  const isElsewhere = target !== null && target.host !== new URL(exchange.url).host;
  if (!isElsewhere || target.protocol !== "http:" || isLoopback(target)) return [];
  return [
    {
      kind: "finding",
      guidance: unencryptedRedirect,
      place: { location: "header", name: "Location" },
      description: `${operation.id} redirects to ${target.origin}.`,
      proof: { controls: [], attacks: [{ label: "The redirect", exchange }] },
    },
  ];
}

import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { planInputs, takeInputs } from "./input-trial.ts";
import { isAddress, listInputs, withInput, type Input } from "./inputs.ts";
import { conclude, findAnswered, type Answered } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const redirect: Guidance = {
  id: "SVC08036",
  name: "OpenRedirect",
  title: "A link of the API leads to any site",
  severity: "medium",
  owasp: "API8:2023",
  cwe: [601],
  description:
    "A value of the request determines the host to which the answer redirects. A link that begins with the API's address leads to a page of an attacker, and tokens in the address go along.",
  remediation:
    "Redirect to paths of a list. Where a path is given, resolve it against your own address, and refuse it unless the origin stays the same.",
  references: [
    "https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html",
  ],
};

const addressWords = new Set(
  `back callback continue dest destination forward from go goto href link location next origin out page path
  redirect ref referer referrer return returnto site target to uri url view`.split(/\s+/),
);

const choose = takeInputs((surface, operation) =>
  operation.method === "GET"
    ? listInputs(surface, operation).filter((input) => isAddress(surface, input, addressWords))
    : [],
);

/** Addresses of an invented host, as checks of a beginning, an ending or a part let them pass. */
const forms: readonly ((stranger: string, own: string) => string)[] = [
  (stranger) => `https://${stranger}/`,
  (stranger) => `//${stranger}/`,
  (stranger) => `/\\${stranger}/`,
  (stranger, own) => `https://${own}@${stranger}/`,
  (stranger, own) => `https://${own}.${stranger}/`,
];

export const openRedirect: Scanner = {
  id: "open-redirect",
  title: "Open redirects",
  summary:
    "Sends addresses of an invented host in inputs that name an address, and reads where the answer redirects to. The redirect is not followed.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "The request as it was does not redirect to another host.",
  isAuthorization: false,
  guidance: [redirect],
  plan: planInputs(choose, forms.length + 1),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const answered = await findAnswered(probe, operation);
    if (typeof answered === "string") return skipped(answered);
    const found: Observation[] = [];
    for (const input of choose(probe.surface, operation)) {
      const observation = await tryInput(probe, answered, input);
      if (observation !== null) found.push(observation);
    }
    return conclude(answered, found);
  },
};

async function tryInput(
  probe: Probe,
  { operation, draft, exchange, identity }: Answered,
  input: Input,
): Promise<Observation | null> {
  const own = new URL(exchange.url).hostname;
  const attacks: Labelled[] = [];
  for (const form of forms) {
    for (const turn of ["first", "second"]) {
      const stranger = `${probe.word(`${turn} stranger`)}.example`;
      const value = form(stranger, own);
      const answer = await probe.send(withInput(draft, operation, input, value), identity);
      if (!leadsTo(answer, stranger) || leadsTo(exchange, stranger)) break;
      attacks.push({ label: `${input.name} = ${value}`, exchange: answer });
    }
    if (attacks.length > 1) break;
  }
  if (attacks.length === 0) return null;
  return {
    kind: "finding",
    guidance: redirect,
    place: { location: input.location, name: input.name },
    description: `The value of ${input.name} in ${operation.id} determines the host of the redirect.`,
    proof: { controls: [{ label: "The request as it was", exchange }], attacks },
  };
}

/** Whether a browser would go to a host, or to a host below it. */
function leadsTo({ status, responseHeaders, url }: Exchange, host: string): boolean {
  const location = headerOf(responseHeaders, "location");
  const target = location === null ? null : URL.parse(location, url);
  if (status < 300 || status > 399 || target === null) return false;
  return target.hostname === host || target.hostname.endsWith(`.${host}`);
}

import type { TrafficRules } from "@lintel/contract/shapes/traffic";
import { quote, writeMap } from "./directives.ts";
import { isTreated } from "../rules/treat-at.ts";
import { listConcerned } from "./find-rivals.ts";
import { writeMatching } from "./write-matching.ts";
import { listRates, writeTreatments, type Group } from "./write-treatments.ts";

/** Files that nginx includes. */
export interface NginxFiles {
  /** Once, inside `http`. */
  readonly http: string;
  /** Inside each `server`, and inside each `location` that has an `add_header` of its own, without the locations. */
  readonly server: string;
  /** Inside each `location` that has an `add_header` of its own. */
  readonly location: string;
}

/**
 * The rules as configuration of nginx. All instants of the plans are in it, so that it stays right until a plan changes
 * or another operation is published.
 */
export function writeNginx(rules: TrafficRules): NginxFiles {
  const concerned = listConcerned(rules.operations);
  const groups: Group[] = [];
  const names = new Map<string, string>();
  const groupOf = ({ plans, sunsetAt }: TrafficRules["operations"][number]): string => {
    const key = JSON.stringify([plans, sunsetAt]);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `g${groups.length}`;
    names.set(key, name);
    groups.push({ name, plans, sunsetAt });
    return name;
  };
  const numbered = concerned.map((operation, at) => ({
    operation,
    number: isTreated(operation) ? at : null,
    group: isTreated(operation) ? groupOf(operation) : null,
  }));
  const ofGroups = numbered.flatMap(({ number, group }) =>
    number === null || group === null ? [] : [[`"${number}"`, `"${group}"`] as const],
  );
  const rates = listRates(groups, rules).filter((rate) => rate > 0);
  return {
    http: [
      `# The traffic rules of Lintel, made at ${rules.madeAt}. Replace this file when a plan changes.\n`,
      "map_hash_max_size 65536;\nmap_hash_bucket_size 1024;\nvariables_hash_max_size 16384;\n",
      writeMatching(numbered),
      writeMap("$lintel_operation", "$lintel_group", ofGroups),
      writeTreatments(groups, rules),
      writeConsumer(rules.consumerFrom),
      writePassing("deprecation"),
      writePassing("sunset"),
      ...rates.map(writeZone),
    ].join("\n"),
    server: writeServer(rates),
    location: fields,
  };
}

/** Who calls: a header, the credential with the claims, or the address, which is not stored. */
function writeConsumer(sources: readonly string[]): string {
  const named = sources
    .filter((source) => source.startsWith("header:"))
    .map((source) => `$http_${source.slice(7).toLowerCase().replaceAll("-", "_")}`);
  const variables = [...new Set([...named, "$http_authorization"])];
  return variables
    .map((variable, at) => {
      const name = at === 0 ? "$lintel_consumer" : `$lintel_consumer_${at}`;
      const next = at + 1 < variables.length ? `$lintel_consumer_${at + 1}` : "$remote_addr";
      return writeMap(variable, name, [['""', next]], variable);
    })
    .toReversed()
    .join("");
}

/** A field of the upstream stays where Lintel has none. */
const writePassing = (name: string): string =>
  writeMap(
    `$lintel_${name}_rule`,
    `$lintel_${name}`,
    [['""', `$upstream_http_${name}`]],
    `$lintel_${name}_rule`,
  );

const writeZone = (rate: number): string =>
  `${writeMap("$lintel_rate", `$lintel_key_${rate}`, [[`"${rate}"`, '"$lintel_operation $lintel_consumer"']])}limit_req_zone $lintel_key_${rate} zone=lintel_${rate}:10m rate=${rate}r/m;\n`;

const fields = `add_header Deprecation $lintel_deprecation always;
add_header Sunset $lintel_sunset always;
add_header Link $lintel_link always;
proxy_hide_header Deprecation;
proxy_hide_header Sunset;
`;

function writeServer(rates: readonly number[]): string {
  const limits = rates.map(
    (rate) => `limit_req zone=lintel_${rate} burst=${Math.max(1, rate - 1)} nodelay;\n`,
  );
  return [
    "# The traffic rules of Lintel for one server.\n",
    'if ($lintel_stop) {\n  rewrite ^ "/.lintel/$lintel_stop?" last;\n}\n',
    'if ($lintel_rate = "0") {\n  return 429;\n}\n',
    ...limits,
    "limit_req_status 429;\n",
    fields,
    writeAnswer("= /.lintel/retired", "ENDPOINT_RETIRED", "This operation has ended."),
    writeAnswer(
      '~ "^/\\.lintel/brownout-(?<lintel_retry>\\d+)$"',
      "ENDPOINT_BROWNOUT",
      "This operation ends soon, and is paused for a part of each hour.",
      "  add_header Retry-After $lintel_retry always;\n",
    ),
  ].join("");
}

function writeAnswer(location: string, code: string, detail: string, more = ""): string {
  const problem = JSON.stringify({ type: "about:blank", title: "Gone", status: 410, detail, code });
  return `location ${location} {
  internal;
  default_type application/problem+json;
  add_header Cache-Control no-store always;
${more}  add_header Deprecation $lintel_deprecation_rule always;
  add_header Sunset $lintel_sunset_rule always;
  add_header Link $lintel_link always;
  return 410 ${quote(problem)};
}
`;
}

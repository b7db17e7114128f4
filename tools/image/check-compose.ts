import { DCLinter } from "dclint";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { isPinned } from "./is-pinned.ts";

interface Service {
  readonly build?: unknown;
  readonly image?: string;
  readonly profiles?: readonly string[];
  readonly ports?: readonly unknown[];
  readonly healthcheck?: { readonly test?: unknown };
  readonly deploy?: { readonly resources?: { readonly limits?: Record<string, unknown> } };
  readonly [member: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly [member: string]: unknown;
}

interface Finding {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** Authors choose the order of members, and profiles that exclude each other can share a port. */
const rulesLeftOut = [
  "no-duplicate-exported-ports",
  "require-quotes-in-ports",
  "service-dependencies-alphabetical-order",
  "service-keys-order",
  "service-ports-alphabetical-order",
  "services-alphabetical-order",
  "top-level-properties-order",
];

/** The errors of a compose file, by the schema of the specification, the linter and the project. */
export function checkCompose(
  file: string,
  text: string,
  knownSettings: ReadonlySet<string>,
): string[] {
  const linter = new DCLinter({
    rules: Object.fromEntries(rulesLeftOut.map((rule) => [rule, 0])),
    quiet: true,
    debug: false,
    exclude: [],
  });
  // The declarations of the linter lose this type.
  const results = linter.lintFiles([file], false) as readonly { messages: readonly Finding[] }[];
  const linted = results
    .flatMap((result) => result.messages)
    .map(({ line, rule, message }) => `line ${line}: ${message} (${rule})`);
  const compose = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as ComposeFile;
  const unknown = [...new Set(text.match(/\bLINTEL_\w+/g))]
    .filter((name) => !knownSettings.has(name))
    .map((name) => `the server knows no setting ${name}`);
  const services = Object.entries(compose.services).flatMap(([name, service]) =>
    [...checkService(service), ...checkReferences(compose, service)].map(
      (fault) => `${name}: ${fault}`,
    ),
  );
  return [...linted, ...unknown, ...services];
}

function checkService(service: Service): string[] {
  const limits = service.deploy?.resources?.limits ?? {};
  const isBuilt = service.build !== undefined;
  return [
    // An image that is built here has its own health check, which the check of its Dockerfile
    // requires.
    ...(service.healthcheck?.test === undefined && !isBuilt ? ["has no health check"] : []),
    ...(isPinned(service.image ?? "") ? [] : [`${service.image} is not pinned to a version`]),
    ...(service.profiles === undefined ? ["is in no profile, so every one starts it"] : []),
    ...["cpus", "memory", "pids"]
      .filter((limit) => limits[limit] === undefined)
      .map((limit) => `has no limit of ${limit}`),
    ...(service.ports ?? [])
      .filter((port) => typeof port !== "string" || !port.startsWith("127.0.0.1:"))
      .map((port) => `publishes ${JSON.stringify(port)} beyond 127.0.0.1`),
  ];
}

/** References to names that do not exist in the file, which the schema does not find. */
function checkReferences(compose: ComposeFile, service: Service): string[] {
  const volumes = toList(service["volumes"])
    .map((volume) => volume.split(":", 1)[0] ?? "")
    .filter((source) => !/^[./]/.test(source));
  const used = {
    volumes,
    networks: toList(service["networks"]),
    secrets: toList(service["secrets"]),
    services: toList(service["depends_on"]),
  };
  return Object.entries(used).flatMap(([kind, names]) =>
    names
      .filter((name) => !Object.hasOwn((compose[kind] as object | undefined) ?? {}, name))
      .map((name) => `names ${name}, which is not among the ${kind}`),
  );
}

function toList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

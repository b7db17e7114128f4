import { follow } from "@lintel/openapi/view";
import { memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import type { Block, Field, Inline, Line } from "../blocks/block.types.ts";
import { explainScheme, listSecurity, writeSecurity } from "../call/list-security.ts";
import { listServers, type Server } from "../call/list-servers.ts";
import { describeVersionDeprecation } from "../operation/describe-deprecation.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { writeExternalDocs } from "../schema/list-facts.ts";
import { cut } from "../schema/show-value.ts";
import { linkPage } from "./list-links.ts";

/** Maximum numbers of shown servers and schemes. */
const most = 100;

const code = (text: string): Inline => ({ code: cut(text) });

function describeInfo(info: unknown): Line[] {
  const contact = memberOf(info, "contact");
  const [email, site] = [textOf(memberOf(contact, "email")), textOf(memberOf(contact, "url"))];
  const name = textOf(memberOf(contact, "name"));
  const license = memberOf(info, "license");
  const licenseName = textOf(memberOf(license, "name"));
  const licenseUrl = textOf(memberOf(license, "url"));
  const terms = textOf(memberOf(info, "termsOfService"));
  const version = textOf(memberOf(info, "version"));
  return [
    ...(version === null ? [] : [["Version ", code(version)]]),
    ...(name === null && email === null && site === null
      ? []
      : [
          [
            "Contact: ",
            site === null ? (name ?? "") : { href: site, text: name ?? site },
            ...(email === null ? [] : [" ", { href: `mailto:${email}`, text: email }]),
          ],
        ]),
    ...(licenseName === null
      ? []
      : [
          [
            "License: ",
            licenseUrl === null ? licenseName : { href: licenseUrl, text: licenseName },
          ],
        ]),
    ...(terms === null ? [] : [[{ href: terms, text: "Terms of service" }]]),
  ];
}

export function describeServer({ template, name, description, variables }: Server): Field {
  return {
    name: code(template),
    type: name === null ? [] : [name],
    badges: [],
    description,
    facts: variables.map((variable) => [
      code(`{${variable.name}}`),
      " – default ",
      code(variable.value),
      ...(variable.choices.length === 0 ? [] : [", one of "]),
      ...variable.choices
        .slice(0, 40)
        .flatMap((choice, at): Line => (at === 0 ? [code(choice)] : [", ", code(choice)])),
      ...(variable.description === null ? [] : [`: ${cut(variable.description)}`]),
    ]),
    below: [],
  };
}

/** The URLs of an OAuth flow or of OpenID Connect, and the scopes. */
function describeFlow([name, flow]: [string, unknown]): Field {
  const addresses = Object.entries(objectOf(flow)).flatMap(([key, value]) => {
    const url = key.endsWith("Url") ? textOf(value) : null;
    return url === null ? [] : [[`${key}: `, { href: url, text: url }]];
  });
  const scopes = Object.entries(objectOf(memberOf(flow, "scopes")));
  const fields = scopes.slice(0, most).map(([scope, text]): Field => ({
    name: code(scope),
    type: [],
    badges: [],
    description: textOf(text),
    facts: [],
    below: [],
  }));
  return {
    name: code(name),
    type: ["flow"],
    badges: [],
    description: null,
    facts: addresses,
    below: fields.length === 0 ? [] : [{ title: "Scopes", fields, more: null }],
  };
}

function describeSchemes({ view }: ReferencePlan): Field[] {
  const schemes = stepInto(stepInto(view.root, "components"), "securitySchemes");
  return Object.keys(objectOf(schemes.value))
    .slice(0, most)
    .map((name): Field => {
      const { value } = follow(view, stepInto(schemes, name));
      const flows = Object.entries(objectOf(memberOf(value, "flows"))).map(describeFlow);
      const addresses = ["openIdConnectUrl", "oauth2MetadataUrl"].flatMap((key) => {
        const url = textOf(memberOf(value, key));
        return url === null ? [] : [[{ href: url, text: url }]];
      });
      const isDeprecated = memberOf(value, "deprecated") === true;
      return {
        name: code(name),
        type: [explainScheme(value)],
        badges: isDeprecated ? [{ badge: "deprecated", tone: "warning" }] : [],
        description: textOf(memberOf(value, "description")),
        facts: addresses,
        below: flows.length === 0 ? [] : [{ title: "Flows", fields: flows, more: null }],
      };
    });
}

const part = (newId: (name: string) => string, text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ kind: "heading", level: 2, id: newId(text), text }, ...blocks];

const fieldList = (fields: readonly Field[]): Block[] =>
  fields.length === 0 ? [] : [{ kind: "fields", groups: [{ title: "", fields, more: null }] }];

const toLine = (line: Line): Block => ({ kind: "line", tone: "plain", line });

/** The first page: the API's description, servers and security, and a list of its pages. */
export function describeOverview(plan: ReferencePlan, newId: (name: string) => string): Block[] {
  const info = memberOf(plan.view.root.value, "info");
  const summary = textOf(memberOf(info, "summary"));
  const description = textOf(memberOf(info, "description"));
  const docs = writeExternalDocs(memberOf(plan.view.root.value, "externalDocs"));
  const servers = listServers(plan, null).slice(0, most).map(describeServer);
  const schemes = describeSchemes(plan);
  const usual = writeSecurity(listSecurity(plan, { ...plan.view.root, value: {} }));
  const hasUsual = memberOf(plan.view.root.value, "security") !== undefined;
  return [
    ...describeVersionDeprecation(plan),
    ...(summary === null ? [] : [toLine([summary])]),
    ...describeInfo(info).map(toLine),
    ...(description === null ? [] : [{ kind: "prose", markdown: description } as const]),
    ...(docs === null ? [] : [toLine(docs)]),
    ...part(newId, "Servers", fieldList(servers)),
    ...part(newId, "Authentication", [
      ...(hasUsual
        ? usual.map((line, at) => toLine(at === 0 ? ["By default: ", ...line] : line))
        : []),
      ...fieldList(schemes),
    ]),
    ...part(
      newId,
      "Groups",
      plan.tags.length === 0 ? [] : [{ kind: "links", items: plan.tags.map(linkPage) }],
    ),
  ];
}

import type { Input, Output } from "../../api/api.ts";

export type VersionInfo = Output<"getVersionInfo">;

/** What a document says of itself, as it is edited: texts are never null. */
export interface InfoFields {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly termsOfService: string;
  readonly contactName: string;
  readonly contactUrl: string;
  readonly contactEmail: string;
  readonly licenseName: string;
  readonly licenseIdentifier: string;
  readonly licenseUrl: string;
  readonly docsUrl: string;
  readonly docsDescription: string;
  /** JSON: a list of Server Objects. */
  readonly servers: string;
}

export const infoLabels: Readonly<Record<keyof InfoFields, string>> = {
  title: "Title",
  summary: "Summary",
  description: "Description",
  termsOfService: "Terms of service",
  contactName: "Name of the contact",
  contactUrl: "Address of the contact",
  contactEmail: "E-mail address of the contact",
  licenseName: "Name of the licence",
  licenseIdentifier: "SPDX identifier of the licence",
  licenseUrl: "Address of the licence",
  docsUrl: "Address of the documentation",
  docsDescription: "Description of the documentation",
  servers: "Servers",
};

type Members = Readonly<Record<string, unknown>>;

/** The members of a value; none if it is no object, which is then replaced by an edit. */
export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function toInfoFields(info: VersionInfo): InfoFields {
  const [contact, license, docs] = [info.contact, info.license, info.externalDocs].map(membersOf);
  return {
    title: info.title ?? "",
    summary: info.summary ?? "",
    description: info.description ?? "",
    termsOfService: info.termsOfService ?? "",
    contactName: textOf(contact?.["name"]),
    contactUrl: textOf(contact?.["url"]),
    contactEmail: textOf(contact?.["email"]),
    licenseName: textOf(license?.["name"]),
    licenseIdentifier: textOf(license?.["identifier"]),
    licenseUrl: textOf(license?.["url"]),
    docsUrl: textOf(docs?.["url"]),
    docsDescription: textOf(docs?.["description"]),
    servers: JSON.stringify(info.servers),
  };
}

/** With these texts as members, without those that are empty; null if none is left. */
function edit(value: unknown, texts: Readonly<Record<string, string>>): Members | null {
  const edited = { ...membersOf(value) };
  for (const [name, text] of Object.entries(texts)) {
    if (text.trim() === "") delete edited[name];
    else edited[name] = text.trim();
  }
  return Object.keys(edited).length === 0 ? null : edited;
}

function need(object: Members | null, name: string, message: string): Members | null {
  if (object !== null && typeof object[name] !== "string") throw new Error(message);
  return object;
}

type Change = Partial<Input<"updateVersionInfo">>;

/**
 * What a save writes: only what differs from what the server has, with all other members of its objects.
 * @throws Error where an object lacks a member that OpenAPI requires
 */
export function readInfoFields(fields: InfoFields, info: VersionInfo): Change {
  const before = toInfoFields(info);
  const isChanged = (...names: (keyof InfoFields)[]) =>
    names.some((name) => fields[name] !== before[name]);
  const change: { -readonly [Name in keyof Change]: unknown } = {};
  for (const name of ["title", "summary", "description", "termsOfService"] as const) {
    if (isChanged(name)) change[name] = fields[name].trim() === "" ? null : fields[name];
  }
  if (isChanged("contactName", "contactUrl", "contactEmail")) {
    const { contactName: name, contactUrl: url, contactEmail: email } = fields;
    change.contact = edit(info.contact, { name, url, email });
  }
  if (isChanged("licenseName", "licenseIdentifier", "licenseUrl")) {
    const { licenseName: name, licenseIdentifier: identifier, licenseUrl: url } = fields;
    const license = edit(info.license, { name, identifier, url });
    change.license = need(license, "name", "Enter the name of the licence.");
  }
  if (isChanged("docsUrl", "docsDescription")) {
    const { docsUrl: url, docsDescription: description } = fields;
    const docs = edit(info.externalDocs, { url, description });
    change.externalDocs = need(docs, "url", "Enter the address of the documentation.");
  }
  if (isChanged("servers")) change.servers = JSON.parse(fields.servers);
  return change as Change;
}

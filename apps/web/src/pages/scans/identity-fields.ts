import type { ScanAuth, ScanIdentity } from "@lintel/contract/shapes/scan-identity";

export const authKinds: Readonly<Record<ScanAuth["type"], string>> = {
  bearer: "Bearer token",
  basic: "User name and password",
  key: "API key",
  clientCredentials: "Client credentials",
  login: "Login with JSON",
  form: "Login with a form",
  refreshToken: "Refresh token",
  clientCertificate: "Client certificate",
  suiteCase: "Case of a suite",
};

/** A field of a sign-in in the form. */
export interface AuthField {
  readonly key: string;
  readonly label: string;
  /** A secret is never shown; empty keeps what is stored. */
  readonly kind: "text" | "secret" | "secretLines" | "secretJson" | "place" | "suite";
  readonly isOptional?: boolean;
  readonly help?: string;
}

const path = (key: string): AuthField => ({
  key,
  label: "Path or address of the sign-in",
  kind: "text",
  help: "Such as /login; a path belongs to the base URL.",
});

export const authFields: Readonly<Record<ScanAuth["type"], readonly AuthField[]>> = {
  bearer: [{ key: "token", label: "Token", kind: "secret" }],
  basic: [
    { key: "username", label: "User name", kind: "text" },
    { key: "password", label: "Password", kind: "secret" },
  ],
  key: [
    { key: "in", label: "Place", kind: "place" },
    { key: "name", label: "Name of the field", kind: "text" },
    { key: "value", label: "Key", kind: "secret" },
  ],
  clientCredentials: [
    path("tokenPath"),
    { key: "clientId", label: "Client id", kind: "text" },
    { key: "clientSecret", label: "Client secret", kind: "secret" },
    { key: "scope", label: "Scope", kind: "text", isOptional: true },
  ],
  login: [
    path("path"),
    {
      key: "body",
      label: "Body",
      kind: "secretJson",
      help: 'Such as {"email": "a@example.com", "password": "…"}.',
    },
    {
      key: "tokenPointer",
      label: "Where the answer has the token",
      kind: "text",
      isOptional: true,
      help: "A JSON Pointer, such as /accessToken.",
    },
  ],
  form: [
    path("path"),
    { key: "fields", label: "Fields", kind: "secretJson", help: 'Such as {"user": "a"}.' },
  ],
  refreshToken: [
    path("tokenPath"),
    { key: "clientId", label: "Client id", kind: "text", isOptional: true },
    {
      key: "tokens",
      label: "Tokens",
      kind: "secretJson",
      help: 'Such as {"refreshToken": "…", "clientSecret": "…"}.',
    },
  ],
  clientCertificate: [
    {
      key: "certificate",
      label: "Certificate",
      kind: "secretLines",
      help: "PEM, with the certificates between it and its authority.",
    },
    {
      key: "key",
      label: "Private key",
      kind: "secretLines",
      help: "PEM without a passphrase. Write it again together with the certificate.",
    },
  ],
  suiteCase: [
    { key: "suiteId", label: "Suite", kind: "suite" },
    { key: "caseName", label: "Case", kind: "text", help: "Its name, such as Log in." },
    {
      key: "variable",
      label: "Variable",
      kind: "text",
      help: "What the case extracts. It is sent as a bearer token.",
    },
    {
      key: "variables",
      label: "Variables of this identity",
      kind: "secretJson",
      isOptional: true,
      help: 'Such as {"email": "a@example.com", "password": "…"}. They precede those of the suite.',
    },
  ],
};

export interface IdentityForm {
  readonly name: string;
  readonly role: string;
  readonly rank: string;
  readonly type: ScanAuth["type"];
  readonly fields: Readonly<Record<string, string>>;
}

export function toForm(identity: ScanIdentity | null): IdentityForm {
  if (identity === null) return { name: "", role: "", rank: "1", type: "bearer", fields: {} };
  const { name, role, rank = 1, auth } = identity;
  const texts = Object.entries(auth).filter(([, value]) => typeof value === "string");
  return {
    name,
    role: role ?? "",
    rank: String(rank),
    type: auth.type,
    fields: Object.fromEntries(texts) as Record<string, string>,
  };
}

/** @throws SyntaxError where a field is no JSON */
export function toIdentity({ name, role, rank, type, fields }: IdentityForm): ScanIdentity {
  const given = authFields[type].flatMap(({ key, kind }): [string, unknown][] => {
    const text = fields[key] ?? "";
    if (kind === "place") return [[key, text === "" ? "header" : text]];
    if (text === "") return [];
    return [[key, kind === "secretJson" ? JSON.parse(text) : text]];
  });
  return {
    name: name.trim(),
    role: role.trim() === "" ? null : role.trim(),
    rank: Number(rank),
    auth: { type, ...Object.fromEntries(given) } as ScanAuth,
  };
}

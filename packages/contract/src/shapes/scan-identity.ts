import Type, { type Static, type TProperties } from "typebox";
import { keyPlaces } from "../words/security.ts";
import { Id, Name, nullable, record } from "./common.ts";
import { VariableName } from "./test-suite.ts";

const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[^\\u0000]*$" });

/** A secret is stored sealed and never returned: null in answers, kept when it is not sent. */
const Secret = Type.Optional(nullable(text(20_000)));

const TargetPath = Type.String({ maxLength: 2000, pattern: "^(?:/|https?://)\\S*$" });

const kind = <const Name extends string, Fields extends TProperties>(name: Name, fields: Fields) =>
  record({ type: Type.Literal(name), ...fields });

/** How an identity signs in to the target. */
export const ScanAuth = Type.Union([
  kind("bearer", { token: Secret }),
  kind("basic", { username: text(500), password: Secret }),
  kind("key", {
    in: Type.Enum([...keyPlaces]),
    name: text(200),
    value: Secret,
  }),
  kind("clientCredentials", {
    tokenPath: TargetPath,
    clientId: text(500),
    clientSecret: Secret,
    scope: Type.Optional(text(2000)),
  }),
  kind("login", {
    path: TargetPath,
    body: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
    tokenPointer: Type.Optional(text(500)),
  }),
  kind("form", {
    path: TargetPath,
    fields: Type.Optional(nullable(Type.Record(Type.String(), text(20_000)))),
  }),
  kind("refreshToken", {
    tokenPath: TargetPath,
    clientId: Type.Optional(text(500)),
    tokens: Type.Optional(
      nullable(record({ refreshToken: text(20_000), clientSecret: Type.Optional(text(20_000)) })),
    ),
  }),
  kind("clientCertificate", {
    certificate: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 100_000,
          pattern: "^[^\\u0000]*$",
          description: "PEM, with the certificates between it and its authority.",
        }),
      ),
    ),
    key: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          pattern: "^[^\\u0000]*$",
          description: "Its private key: PEM without a passphrase.",
        }),
      ),
    ),
  }),
  kind("suiteCase", {
    suiteId: Id,
    caseName: Name,
    variable: VariableName,
    variables: Type.Optional(
      nullable(
        Type.Record(VariableName, text(20_000), {
          maxProperties: 50,
          additionalProperties: false,
          description: "Values of the identity that the case uses, such as its password.",
        }),
      ),
    ),
  }),
]);
export type ScanAuth = Static<typeof ScanAuth>;

/** The fields of each kind of sign-in that are secret. */
export const secretAuthFields: Readonly<Record<ScanAuth["type"], readonly string[]>> = {
  bearer: ["token"],
  basic: ["password"],
  key: ["value"],
  clientCredentials: ["clientSecret"],
  login: ["body"],
  form: ["fields"],
  refreshToken: ["tokens"],
  clientCertificate: ["certificate", "key"],
  suiteCase: ["variables"],
};

/** The kinds of sign-in that also work without their secrets. */
export const optionalSecrets: ReadonlySet<ScanAuth["type"]> = new Set(["suiteCase"]);

/** The name of an identity, which access rules use. */
export const IdentityName = Type.String({ maxLength: 60, pattern: "^[A-Za-z0-9][\\w.@-]*$" });

/** Somebody whom the target knows. */
export const ScanIdentity = record({
  name: IdentityName,
  role: Type.Optional(
    nullable(
      Type.String({
        maxLength: 120,
        pattern: "^[^\\u0000]*$",
        description: "The target's word for what the identity is, such as `customer`.",
      }),
    ),
  ),
  rank: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 1,
      description: "The higher, the more it may do; identities of the same rank are peers.",
    }),
  ),
  auth: ScanAuth,
});
export type ScanIdentity = Static<typeof ScanIdentity>;

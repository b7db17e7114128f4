import Type, { type Static } from "typebox";
import { ssoFailures, ssoProtocols, ssoStatuses, ssoSteps, ssoWarnings } from "../words/sso.ts";
import { ssoReasonNames } from "../words/sso-reasons.ts";
import { Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";

const Address = Type.String({ maxLength: 1024 });
const AttributeName = nullable(Type.String({ minLength: 1, maxLength: 300 }));

/** A field of operations that can leave owners without a way to sign in. */
export const confirmLockout = Type.Optional(
  Type.Boolean({
    description: "Whether to do it although owners would have no way to sign in. Absent: no.",
  }),
);

/** Which attributes or claims hold what is read of a person. */
export const SsoAttributes = record({
  email: AttributeName,
  name: AttributeName,
  groups: AttributeName,
});

/** The fields of a connection that a caller sends. */
export const ssoFields = {
  isJitEnabled: Type.Optional(
    Type.Boolean({
      description:
        "Whether people without a membership become members by their first sign-in; true unless sent.",
    }),
  ),
  isIdpInitiatedAllowed: Type.Optional(
    Type.Boolean({
      description: "Whether the provider may begin a sign-in (SAML); false unless sent.",
    }),
  ),
  isEmailTrusted: Type.Optional(
    Type.Boolean({
      description:
        "Whether an e-mail address counts as verified if the provider states no email_verified (OpenID Connect); false unless sent.",
    }),
  ),
  attributes: Type.Optional(
    record({
      email: Type.Optional(AttributeName),
      name: Type.Optional(AttributeName),
      groups: Type.Optional(AttributeName),
    }),
  ),
  metadataUrl: Type.Optional(
    nullable(
      Type.String({
        maxLength: 1024,
        description:
          "The address of the provider's SAML metadata, or of its OpenID Connect discovery document. It is read again every hour.",
      }),
    ),
  ),
  metadata: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: "The text of the provider's SAML metadata." }),
  ),
  entityId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: "The entity id of a SAML provider.",
    }),
  ),
  signInUrl: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: "The single sign-on service of a SAML provider, with the HTTP-Redirect binding.",
    }),
  ),
  certificates: Type.Optional(
    Type.Array(Type.String({ maxLength: 20_000 }), {
      maxItems: 10,
      description:
        "Certificates of a SAML provider in PEM. An additional certificate keeps the connection active; a replaced one makes it a draft.",
    }),
  ),
  issuer: Type.Optional(
    Type.String({ maxLength: 1024, description: "The issuer of an OpenID Connect provider." }),
  ),
  clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  clientSecret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "Stored encrypted, never returned.",
    }),
  ),
  clientSecretExpiresAt: Type.Optional(
    nullable(
      Type.String({
        format: "date-time",
        description: "When the client secret expires at the provider; a warning comes before.",
      }),
    ),
  ),
};

export const SsoCertificate = record({
  fingerprint: Type.String({ description: "SHA-256 of the certificate, in hex." }),
  subject: Type.String(),
  notBefore: Timestamp,
  notAfter: Timestamp,
  retiredAt: nullable(
    Type.String({
      format: "date-time",
      description: "When the metadata stopped to list it; it is accepted for another day.",
    }),
  ),
});

export const SsoConnection = record({
  id: Id,
  name: Name,
  protocol: Type.Enum([...ssoProtocols]),
  status: Type.Enum([...ssoStatuses]),
  failure: nullable(Type.Enum([...ssoFailures], { description: "Why the status is `error`." })),
  domains: Type.Array(Type.String(), {
    description: "The domains that were verified when the connection was saved.",
  }),
  isJitEnabled: Type.Boolean(),
  isIdpInitiatedAllowed: Type.Boolean(),
  isEmailTrusted: Type.Boolean(),
  attributes: SsoAttributes,
  metadataUrl: nullable(Type.String()),
  metadataReadAt: nullable(Timestamp),
  saml: nullable(
    record({
      entityId: Type.String(),
      signInUrl: Address,
      certificates: Type.Array(SsoCertificate),
    }),
  ),
  oidc: nullable(
    record({
      issuer: Address,
      clientId: Type.String(),
      hasClientSecret: Type.Boolean(),
      clientSecretExpiresAt: nullable(Timestamp),
      authorizationEndpoint: Address,
    }),
  ),
  serviceProvider: record({
    entityId: Type.String({ description: "The audience of assertions (SAML)." }),
    acsUrl: Type.String({ description: "The assertion consumer service (SAML)." }),
    metadataUrl: Type.String({ description: "The metadata to import at the provider (SAML)." }),
    redirectUrl: Type.String({ description: "The redirect address (OpenID Connect)." }),
    signInUrl: Type.String({ description: "Begins a sign-in." }),
  }),
  warnings: Type.Array(record({ code: Type.Enum([...ssoWarnings]), message: Type.String() })),
  failedHandshakes: Type.Integer({
    minimum: 0,
    description: "Failed sign-ins in a row; the third makes the status `error`.",
  }),
  testedAt: nullable(
    Type.String({
      format: "date-time",
      description: "The last successful test of the present configuration.",
    }),
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type SsoConnection = Static<typeof SsoConnection>;

/** One sign-in, or a test of the connection. */
export const SsoAttempt = record({
  id: Id,
  startedAt: Timestamp,
  isTest: Type.Boolean(),
  result: Type.Enum(["success", "refused"]),
  reason: nullable(Type.Enum([...ssoReasonNames])),
  detail: nullable(Type.String()),
  fix: nullable(Type.String({ description: "What to change, usually at the provider." })),
  steps: Type.Array(
    record({
      step: Type.Enum([...ssoSteps]),
      result: Type.Enum(["passed", "refused"]),
      detail: nullable(Type.String()),
    }),
  ),
  received: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: "What arrived, by name. Personal data is masked.",
  }),
  requestId: Type.String(),
});
export type SsoAttempt = Static<typeof SsoAttempt>;

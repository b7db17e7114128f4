import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { confirmLockout } from "../shapes/sso.ts";
import { Email, Role } from "../shapes/account.ts";
import {
  Id,
  Name,
  nullable,
  page,
  pagingInput,
  record,
  Timestamp,
  wholeList,
} from "../shapes/common.ts";

const group = "E-mail domains";
const base = "/api/email-domains";
const common = {
  group,
  permission: "org:manage-security",
  context: "organization",
  isStable: false,
} as const;

const Domain = Type.String({
  minLength: 3,
  maxLength: 253,
  description: "The part of e-mail addresses after the @. Subdomains are other domains.",
});

export const domainStates = ["pending", "verified", "failing"] as const;

export const EmailDomain = record({
  id: Id,
  domain: Type.String({ description: "In lower case, with other letters in punycode." }),
  state: Type.Enum([...domainStates], {
    description: "`failing`: the TXT record is gone; the domain is lost at `lostAt`.",
  }),
  record: record({
    type: Type.Enum(["TXT"]),
    name: Type.String({ description: "Where the record is set." }),
    value: Type.String({ description: "What the record contains." }),
  }),
  verifiedAt: nullable(Timestamp),
  verifiedBy: nullable(Type.Enum(["dns", "operator"])),
  checkedAt: nullable(Timestamp),
  problem: nullable(Type.String({ description: "Why the last check failed, and what to do." })),
  lostAt: nullable(Timestamp),
  isEnforced: Type.Boolean({
    description: "Whether its members sign in only through single sign-on.",
  }),
  createdAt: Timestamp,
});
export type EmailDomain = Static<typeof EmailDomain>;

export const listEmailDomains = operation({
  ...common,
  name: "listEmailDomains",
  title: "List e-mail domains",
  summary: "Lists the domains that the organization has claimed or verified.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: base },
  admin: { command: "domain list" },
  input: {},
  output: wholeList(EmailDomain),
  problems: ["ORG_OPERATION_DENIED"],
});

export const addEmailDomain = operation({
  ...common,
  name: "addEmailDomain",
  title: "Add an e-mail domain",
  summary: "Claims a domain, and returns the TXT record that verifies it.",
  effect: "write",
  isIdempotent: false,
  event: "email_domain.added",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  admin: { command: "domain add" },
  input: { domain: Domain },
  output: EmailDomain,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getEmailDomain = operation({
  ...common,
  name: "getEmailDomain",
  title: "Read an e-mail domain",
  summary: "Shows a domain with the TXT record that verifies it.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: `${base}/{domainId}` },
  admin: { command: "domain show" },
  input: { domainId: Id },
  output: EmailDomain,
  problems: ["ORG_OPERATION_DENIED"],
});

export const verifyEmailDomain = operation({
  ...common,
  name: "verifyEmailDomain",
  title: "Verify an e-mail domain",
  summary: "Looks for the TXT record now; the answer says why the domain is not verified yet.",
  effect: "write",
  isIdempotent: true,
  event: "email_domain.verified",
  rest: { method: "POST", path: `${base}/{domainId}/verify` },
  admin: { command: "domain verify" },
  input: { domainId: Id },
  output: EmailDomain,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const deleteEmailDomain = operation({
  ...common,
  name: "deleteEmailDomain",
  title: "Remove an e-mail domain",
  summary: "Gives a domain up. Its members can no longer sign in through single sign-on.",
  effect: "destructive",
  isIdempotent: false,
  event: "email_domain.removed",
  rest: { method: "DELETE", path: `${base}/{domainId}` },
  admin: { command: "domain remove" },
  input: { domainId: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "IN_USE", "SIGN_IN_REQUIRED"],
});

export const confirmEmailDomain = operation({
  ...common,
  permission: "operator",
  name: "confirmEmailDomain",
  title: "Confirm an e-mail domain",
  summary: "Verifies a domain without the DNS, for example within a private network.",
  effect: "write",
  isIdempotent: true,
  event: "email_domain.verified",
  admin: { command: "domain confirm" },
  input: { domain: Domain },
  output: EmailDomain,
  problems: ["NAME_TAKEN"],
});

export const setSsoEnforcement = operation({
  ...common,
  name: "setSsoEnforcement",
  title: "Enforce single sign-on",
  summary:
    "Closes or opens passwords and passkeys for the members of a verified domain. The person who turns it on has signed in through single sign-on before. Refused if it would lock out owners, unless confirmed.",
  effect: "write",
  isIdempotent: true,
  event: "sso.enforcement_changed",
  rest: { method: "PUT", path: `${base}/{domainId}/enforcement` },
  admin: { command: "domain enforce" },
  input: { domainId: Id, isEnforced: Type.Boolean(), confirmLockout },
  output: EmailDomain,
  problems: [
    "ORG_OPERATION_DENIED",
    "SIGN_IN_REQUIRED",
    "SSO_UNPROVEN",
    "DOMAIN_UNVERIFIED",
    "OWNER_LOCKOUT",
  ],
});

export const listMembersWithoutSso = operation({
  ...common,
  name: "listMembersWithoutSso",
  title: "List members who have not used single sign-on",
  summary: "Lists the members of a domain who have never signed in through single sign-on.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: `${base}/{domainId}/members-without-sso` },
  admin: { command: "domain members-without-sso" },
  input: { domainId: Id, ...pagingInput },
  output: page(
    record({ userId: Id, email: Email, name: Name, role: Role, isBreakGlass: Type.Boolean() }),
  ),
  problems: ["ORG_OPERATION_DENIED"],
});

const breakGlass = "/api/break-glass-owners";
const BreakGlassOwner = record({ userId: Id, email: Email, name: Name, createdAt: Timestamp });

export const listBreakGlassOwners = operation({
  ...common,
  name: "listBreakGlassOwners",
  title: "List break-glass owners",
  summary: "Lists the owners who may sign in with a password although their domain is enforced.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: breakGlass },
  admin: { command: "break-glass list" },
  input: {},
  output: wholeList(BreakGlassOwner),
  problems: ["ORG_OPERATION_DENIED"],
});

export const addBreakGlassOwner = operation({
  ...common,
  name: "addBreakGlassOwner",
  title: "Add a break-glass owner",
  summary: "Lets an owner sign in with a password although the domain is enforced.",
  effect: "write",
  isIdempotent: true,
  event: "sso.break_glass_added",
  rest: { method: "PUT", path: `${breakGlass}/{userId}` },
  admin: { command: "break-glass add" },
  input: { userId: Id },
  output: BreakGlassOwner,
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

export const removeBreakGlassOwner = operation({
  ...common,
  name: "removeBreakGlassOwner",
  title: "Remove a break-glass owner",
  summary: "Closes passwords and passkeys for an owner of an enforced domain as well.",
  effect: "destructive",
  isIdempotent: false,
  event: "sso.break_glass_removed",
  rest: { method: "DELETE", path: `${breakGlass}/{userId}` },
  admin: { command: "break-glass remove" },
  input: { userId: Id, confirmLockout },
  output: null,
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED", "OWNER_LOCKOUT"],
});

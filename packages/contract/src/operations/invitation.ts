import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Email, Role } from "../shapes/account.ts";
import { Id, Name, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { browser, Password, SessionTokens } from "./session.ts";

const group = "Invitations";

export const Invitation = record({
  id: Id,
  email: Email,
  role: Role,
  invitedBy: nullable(Id),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
});
export type Invitation = Static<typeof Invitation>;

export const listInvitations = operation({
  name: "listInvitations",
  title: "List invitations",
  summary: "Lists the invitations to the organization, the newest first.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/invitations" },
  admin: { command: "invitation list" },
  input: { ...pagingInput },
  output: page(Invitation),
  problems: ["ORG_OPERATION_DENIED"],
});

export const inviteMember = operation({
  name: "inviteMember",
  title: "Invite a person",
  summary:
    "Invites a person by e-mail. Without a mail server, the answer contains the link to send. It is valid for 7 days.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "member.invited",
  rest: {
    method: "POST",
    path: "/api/invitations",
    status: 201,
    location: "/api/invitations/{id}",
  },
  admin: { command: "invitation create" },
  input: { email: Email, role: Role },
  output: record({
    ...Invitation.properties,
    link: nullable(
      Type.String({
        description:
          "The address to open, where this server has no mail server: send it yourself. Null where it was mailed.",
      }),
    ),
  }),
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN", "SIGN_IN_REQUIRED"],
});

export const revokeInvitation = operation({
  name: "revokeInvitation",
  title: "Revoke an invitation",
  summary: "Makes the link of an invitation useless.",
  group,
  permission: "org:manage-members",
  context: "organization",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "member.invitation_revoked",
  rest: { method: "DELETE", path: "/api/invitations/{id}" },
  admin: { command: "invitation revoke" },
  input: { id: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});

export const readInvitation = operation({
  name: "readInvitation",
  title: "Read an invitation by its link",
  summary: "Shows the organization and the address that an invitation is for.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  input: { code: Type.String({ maxLength: 200 }) },
  output: record({
    organization: Name,
    email: Email,
    role: Role,
    hasAccount: Type.Boolean({
      description: "Whether the address has an account, whose person signs in to accept.",
    }),
  }),
  problems: ["CODE_INVALID"],
});

export const acceptInvitation = operation({
  name: "acceptInvitation",
  title: "Accept an invitation",
  summary: "Makes the person a member. Who has no account gets one, and is then signed in.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "member.added",
  input: {
    code: Type.String({ maxLength: 200 }),
    name: Type.Optional(Name),
    password: Type.Optional(Password),
    ...browser,
  },
  output: nullable(SessionTokens),
  problems: ["CODE_INVALID", "SIGN_IN_REQUIRED", "NAME_TAKEN"],
});

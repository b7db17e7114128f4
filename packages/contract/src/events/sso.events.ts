import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { ssoFailures, ssoProtocols, ssoStatuses } from "../words/sso.ts";
import { FieldNames } from "./event-fields.ts";

const Status = Type.Enum([...ssoStatuses]);
const Protocol = Type.Enum([...ssoProtocols]);
const permission = "org:manage-security" as const;
const category = "SSO" as const;

export const ssoEvents = {
  ...eventTypes(
    { category, permission, subjects: ["ssoConnection"], isAudited: true },
    {
      "sso.connection_created": { protocol: Protocol },
      "sso.connection_create_failed": { protocol: Protocol, code: Type.String() },
      "sso.connection_updated": { changed: FieldNames, status: Status, statusBefore: Status },
      "sso.connection_test_started": {},
      "sso.connection_tested": { status: Status },
      "sso.connection_activated": { statusBefore: Status },
      "sso.connection_disabled": {},
      "sso.connection_failed": { failure: Type.Enum([...ssoFailures]) },
      "sso.connection_deleted": { protocol: Protocol },
      "sso.metadata_refreshed": {
        added: Type.Integer({ description: "Certificates that are accepted from now on." }),
        retired: Type.Integer({ description: "Certificates that are accepted for another day." }),
      },
      "sso.expiry_warned": {
        what: Type.Enum(["certificate", "clientSecret"]),
        expiresAt: Type.String({ format: "date-time" }),
        daysLeft: Type.Integer(),
      },
    },
  ),
  ...eventTypes(
    { category, permission, subjects: ["user"], isAudited: true },
    {
      "sso.login_success": {
        connectionId: Id,
        protocol: Protocol,
        attemptId: Id,
        sessionId: nullable(Id),
      },
    },
  ),
};

import type { DataOf, SubjectOf } from "./event-type.ts";
import { deprecationEvents } from "./deprecation.events.ts";
import { designEvents } from "./design.events.ts";
import { directoryEvents } from "./directory.events.ts";
import { documentationEvents } from "./documentation.events.ts";
import { noticeEvents } from "./notice.events.ts";
import { organizationEvents } from "./organization.events.ts";
import { securityEvents } from "./security.events.ts";
import { scanEvents } from "./scan.events.ts";
import { ssoEvents } from "./sso.events.ts";
import { scimEvents } from "./scim.events.ts";
import { testEvents } from "./test.events.ts";
import { viewEvents } from "./view.events.ts";
import { webhookEvents } from "./webhook.events.ts";

/** Every type of domain event. A name never changes, because audit logs and readers store it. */
export const domainEvents = {
  ...organizationEvents,
  ...directoryEvents,
  ...ssoEvents,
  ...scimEvents,
  ...testEvents,
  ...securityEvents,
  ...scanEvents,
  ...designEvents,
  ...deprecationEvents,
  ...documentationEvents,
  ...webhookEvents,
  ...noticeEvents,
  ...viewEvents,
};

export type DomainEvents = typeof domainEvents;
export type EventName = keyof DomainEvents;
export type EventData<Name extends EventName> = DataOf<DomainEvents[Name]>;
export type EventSubject<Name extends EventName> = SubjectOf<DomainEvents[Name]>;

export const eventNames = Object.keys(domainEvents) as EventName[];

/**
 * Actions of operators on the installation: they are audited, but are not events of an
 * organization.
 */
const operatorActs = {
  "operator.read": "Operator",
  "master_key.rotation_started": "Operator",
  "master_key.rotated": "Operator",
  "master_key.rotation_finished": "Operator",
  "backup.created": "Operator",
  "backup.restored": "Operator",
} as const;

/** The events that also create an audit entry. */
export type AuditedEvent = {
  [Name in EventName]: DomainEvents[Name]["isAudited"] extends true ? Name : never;
}[EventName];

export type AuditEvent = AuditedEvent | keyof typeof operatorActs;
export type AuditCategory = DomainEvents[AuditedEvent]["category"] | "Operator";

/** Every audit event with its category, by which the log can be filtered. */
export const auditEvents = {
  ...Object.fromEntries(
    eventNames
      .filter((name) => domainEvents[name].isAudited)
      .map((name) => [name, domainEvents[name].category]),
  ),
  ...operatorActs,
} as Readonly<Record<AuditEvent, AuditCategory>>;

export const auditEventNames = Object.keys(auditEvents) as AuditEvent[];
export const auditCategories = [...new Set(Object.values(auditEvents))];

import {
  domainEvents,
  type EventData,
  type EventName,
  type EventSubject,
} from "@lintel/contract/events";
import type { EventActor } from "./append-events.ts";
import type { NewEvent } from "./compile-append.ts";

interface Thing<Type extends string = string> {
  readonly type: Type;
  readonly id: string | null;
  readonly name: string | null;
}

/** What a handler says of an event; the audit entry of the change is derived from it. */
export interface Emission<Name extends EventName = EventName> {
  /** The name is for the audit entry alone: a person may have given it. */
  readonly subject: Thing<EventSubject<Name>> & { readonly id: string };
  readonly data: EventData<Name>;
  /** Details for the audit entry alone, in addition to `data`: contents and personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The audit entry, where it is not derived from the event. */
  readonly entry?: {
    readonly target: Thing;
    readonly details: Readonly<Record<string, unknown>>;
  };
  /** The project, where it is not that of the call; null for what is the organization's. */
  readonly projectId?: string | null;
  /** The organization, where it is not the caller's. */
  readonly organizationId?: string;
  /** The event makes an audit entry of its own, in addition to that of the call. */
  readonly hasOwnEntry?: boolean;
  /** The event records a refusal: its audit entry has the result `refused`. */
  readonly isRefusal?: boolean;
  /** Who did it, where the call has no caller: a person who signs in. */
  readonly actor?: EventActor & { readonly name: string };
}

/** An event that a handler emitted, with its project. */
export interface Emitted extends Emission {
  readonly name: EventName;
  readonly projectId: string | null;
}

export type Emit = <Name extends EventName>(name: Name, event: Emission<Name>) => void;

export function toNewEvent({ name, projectId, subject, data }: Emitted): NewEvent {
  const { version, permission } = domainEvents[name];
  const { type: subject_type, id: subject_id } = subject;
  return { type: name, version, project_id: projectId, permission, subject_type, subject_id, data };
}

export function toTarget({ entry, subject: { type, id, name } }: Emitted): Thing {
  return entry?.target ?? { type, id, name };
}

/** The details of the audit entry: they name the project, unless it is the target itself. */
export function toDetails({ entry, subject, projectId, data, details }: Emitted) {
  if (entry !== undefined) return entry.details;
  const place = projectId === null || subject.type === "project" ? {} : { projectId };
  return { ...place, ...data, ...details };
}

/** A context whose events are not emitted: a larger change emits one event for all of its parts. */
export function silently<Context extends { readonly emit: Emit }>(context: Context): Context {
  return { ...context, emit: () => {} };
}

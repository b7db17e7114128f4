import { domainEvents, eventNames, type EventName } from "@lintel/contract/events";
import { coversType } from "@lintel/contract/words/webhooks";

export interface EventChoice {
  readonly type: EventName;
  /** For people, such as "Scan run completed". */
  readonly name: string;
  /** The names of the fields of its `data`. */
  readonly fields: readonly string[];
}

export interface EventGroup {
  readonly name: string;
  readonly events: readonly EventChoice[];
}

const acronyms: Readonly<Record<string, string>> = {
  api: "API",
  sso: "SSO",
  scim: "SCIM",
  oauth: "OAuth",
  jit: "JIT",
  doc: "documentation",
  spec: "specification",
};

/** The name of a type for people: `api_key.revoked` is "API key revoked". */
export function nameEvent(type: string): string {
  const words = type.split(/[._]/).map((word) => acronyms[word] ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const read = (type: EventName): EventChoice => ({
  type,
  name: nameEvent(type),
  fields: Object.keys(domainEvents[type].data.properties),
});

/** As the app writes: "API Keys" is "API keys", "User & Members" is "User and members". */
export const toSentenceCase = (name: string): string =>
  name.replaceAll(" & ", " and ").replaceAll(/ [A-Z](?=[a-z])/g, (found) => found.toLowerCase());

/** Every type of event, by the category of what it is about. */
export const eventGroups: readonly EventGroup[] = [
  ...Map.groupBy(eventNames, (type) => domainEvents[type].category),
].map(([name, types]) => ({ name: toSentenceCase(name), events: types.map(read) }));

/** The groups with the events that a text is about; a group without any is left out. */
export function findEvents(text: string): readonly EventGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return eventGroups.flatMap((group) => {
    const events = group.events.filter(({ type, name, fields }) => {
      const about = `${group.name} ${type} ${name} ${fields.join(" ")}`.toLowerCase();
      return words.every((word) => about.includes(word));
    });
    return events.length === 0 ? [] : [{ ...group, events }];
  });
}

/** The types that patterns of a webhook cover. */
export const typesOf = (patterns: readonly string[]): ReadonlySet<EventName> =>
  new Set(eventNames.filter((type) => patterns.some((pattern) => coversType(pattern, type))));

const kindOf = (type: string): string => type.slice(0, type.indexOf("."));

/** The fewest patterns for types: a kind with all its types is one, such as `run.*`. */
export function patternsOf(types: ReadonlySet<EventName>): string[] {
  const kinds = Map.groupBy(eventNames, kindOf);
  return [...kinds].flatMap(([kind, all]) => {
    const chosen = all.filter((type) => types.has(type));
    return all.length > 1 && chosen.length === all.length ? [`${kind}.*`] : chosen;
  });
}

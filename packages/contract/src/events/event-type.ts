import type { Static, TObject, TProperties } from "typebox";
import { record } from "../shapes/common.ts";
import type { Permission } from "../words/permissions.ts";

/** A type of domain event: something that happened to an organization's data. */
export interface EventType<
  Subject extends string = string,
  Data extends TProperties = TProperties,
  IsAudited extends boolean = boolean,
  Category extends string = string,
> {
  /** Increases when the shape of `data` changes incompatibly. */
  readonly version: number;
  /** The category by which the audit log can be filtered. */
  readonly category: Category;
  /** The permission of a reader: in the event's project or, without one, in the organization. */
  readonly permission: Permission;
  /** Whether it also creates an audit entry. */
  readonly isAudited: IsAudited;
  /** The possible types of its subject. */
  readonly subjects: readonly Subject[];
  /** Ids, counts, states and names of fields; never contents, secrets or personal data. */
  readonly data: TObject<Data>;
}

export interface EventGroup<
  Subject extends string,
  IsAudited extends boolean,
  Category extends string,
> {
  readonly category: Category;
  readonly permission: Permission;
  readonly subjects: readonly Subject[];
  readonly isAudited: IsAudited;
  readonly version?: number;
}

/** Declares the event types of one kind of subject: their names, and the fields of their `data`. */
export function eventTypes<
  const Subject extends string,
  const IsAudited extends boolean,
  const Category extends string,
  const Fields extends Readonly<Record<string, TProperties>>,
>(
  { version = 1, ...group }: EventGroup<Subject, IsAudited, Category>,
  fields: Fields,
): { readonly [Name in keyof Fields]: EventType<Subject, Fields[Name], IsAudited, Category> } {
  const types = Object.entries(fields).map(([name, properties]) => [
    name,
    { ...group, version, data: record(properties) },
  ]);
  return Object.fromEntries(types) as never;
}

export type SubjectOf<Type> = Type extends { subjects: readonly (infer Subject)[] }
  ? Subject
  : never;

export type DataOf<Type> = Type extends { data: TObject<infer Data> }
  ? Static<TObject<Data>>
  : never;

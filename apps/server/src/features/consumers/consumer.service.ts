import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/consumer";
import { consumerText } from "../../domain/deprecation/count-usage.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import { checkMatch } from "../../platform/kernel/entity-tag.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { cutPage } from "../../platform/paging.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  deleteConsumerRow,
  replaceIdentifiers,
  selectConsumers,
  upsertConsumer,
  type ListedConsumer,
  type NewIdentifier,
} from "./consumer.store.ts";

type ConsumerPlatform = Pick<Platform, "keys" | "clock">;
type Fields = Omit<InputOf<typeof declared.saveConsumer>, "projectId">;
type Shown = OutputOf<typeof declared.saveConsumer>;

/** The most consumers of a project. */
const maxConsumers = 5000;

export async function listAll(
  context: ProjectContext,
  input: InputOf<typeof declared.listConsumers>,
): Promise<OutputOf<typeof declared.listConsumers>> {
  return cutPage((await selectConsumers(context.db, context)).map(toConsumer), input);
}

export async function saveConsumer(
  platform: ConsumerPlatform,
  context: ProjectContext,
  input: InputOf<typeof declared.saveConsumer>,
): Promise<Shown> {
  await saveAll(platform, context, [input]);
  const wanted = input.name.toLowerCase();
  const saved = (await selectConsumers(context.db, context)).find(
    ({ name }) => name.toLowerCase() === wanted,
  );
  if (saved === undefined) throw notFound("The consumer");
  return toConsumer(saved);
}

/** Registers several consumers, or none of them. */
export async function saveAll(
  { keys, clock }: ConsumerPlatform,
  context: ProjectContext,
  all: readonly Fields[],
): Promise<void> {
  const { db, organizationId, projectId, now } = context;
  const digest = (text: string) => keys.digests(consumerText(organizationId, text))[0];
  for (const { name, owner = null, contacts = [], claims = [], credentials, ifMatch } of all) {
    const values = { id: clock.newId(), name, owner, contacts, now };
    const { id, rowVersion } = await upsertConsumer(db, context, values);
    checkMatch(ifMatch, rowVersion === "1" ? null : encodeRowVersion(Number(rowVersion) - 1));
    const identifiers = new Map<string, NewIdentifier>();
    for (const text of credentials ?? [])
      identifiers.set(digest(text), { digest: digest(text), kind: "credential", claim: null });
    for (const text of claims)
      identifiers.set(digest(text), { digest: digest(text), kind: "claim", claim: text });
    const kinds = credentials === undefined ? ["claim"] : ["claim", "credential"];
    await replaceIdentifiers(db, context, id, kinds, [...identifiers.values()]).catch(refuseTaken);
  }
  const { length } = await selectConsumers(db, context);
  if (length > maxConsumers)
    throw invalid({
      field: "name",
      code: "limit",
      message: `A project has at most ${maxConsumers} consumers: delete some first.`,
    });
  context.emit("consumer.saved", {
    subject: { type: "project", id: projectId, name: null },
    data: { consumers: all.length },
  });
}

export async function removeConsumer(context: ProjectContext, id: string): Promise<void> {
  const gone = await deleteConsumerRow(context.db, context, id);
  if (gone === undefined) throw notFound("The consumer");
  context.emit("consumer.deleted", {
    subject: { type: "project", id: context.projectId, name: null },
    data: { consumers: 1 },
  });
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem(
        "NAME_TAKEN",
        "Another consumer of the project has one of these claims or credentials: remove it there first.",
      )
    : error;
}

const toConsumer = ({ modifiedAt, rowVersion, ...consumer }: ListedConsumer): Shown => ({
  ...consumer,
  modifiedAt: modifiedAt.toISOString(),
  rowVersion: encodeRowVersion(rowVersion),
});

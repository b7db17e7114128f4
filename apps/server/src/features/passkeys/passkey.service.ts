import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  listPasskeys,
  Passkey,
  removePasskey,
  renamePasskey,
} from "@lintel/contract/operations/passkey";
import { callerOf } from "../../domain/people/caller.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { needOwnSession, needSession } from "../../domain/people/recent-sign-in.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import {
  countPasskeys,
  deletePasskey,
  selectPasskeys,
  updateName,
  type StoredPasskey,
} from "./passkey.store.ts";

export async function listOwnPasskeys(
  { principal, db }: CallContext,
  input: InputOf<typeof listPasskeys>,
): Promise<OutputOf<typeof listPasskeys>> {
  needOwnSession(principal);
  const paging = readPaging(input);
  const { id } = callerOf(principal);
  const rows = await selectPasskeys(db, id, paging);
  return { items: rows.map(showPasskey), totalCount: await countPasskeys(db, id), ...paging };
}

export async function renameOwnPasskey(
  context: CallContext,
  { id, name }: InputOf<typeof renamePasskey>,
): Promise<Passkey> {
  const { principal, db, now } = context;
  needSession(principal, now);
  const person = callerOf(principal);
  const renamed = await updateName(db, person.id, id, name);
  if (renamed === undefined) throw notFound("The passkey");
  await emitForPerson(context, db, person, "passkey.renamed", { passkeyId: id, name });
  return showPasskey(renamed);
}

export async function removeOwnPasskey(
  context: CallContext,
  { id }: InputOf<typeof removePasskey>,
): Promise<void> {
  const { principal, db, now } = context;
  needSession(principal, now);
  const person = callerOf(principal);
  const removed = await deletePasskey(db, person.id, id);
  if (removed === undefined) throw notFound("The passkey");
  const { name } = removed;
  await emitForPerson(context, db, person, "passkey.removed", { passkeyId: id, name });
}

export const showPasskey = (row: StoredPasskey): Passkey => ({
  id: row.id,
  name: row.name,
  isBackedUp: row.backedUp,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

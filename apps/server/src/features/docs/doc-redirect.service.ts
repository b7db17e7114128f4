import type { InputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-redirect";
import type { DocRedirect } from "@lintel/contract/shapes/docs";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging, type Page } from "../../platform/paging.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { insertRedirects, selectPathNodes } from "./doc-node.store.ts";
import { deleteRedirectRow, selectRedirects } from "./doc-redirect.store.ts";
import { findVersion, lockEditable, subjectOf, type StoredVersion } from "./doc-visibility.ts";
import { rowsOf } from "./doc-tree.service.ts";
import { touchTree } from "./doc-version.store.ts";
import { pathsOf } from "../../domain/docs/node-paths.ts";

export async function listRedirects(
  context: ProjectContext,
  input: InputOf<typeof declared.listDocRedirects>,
): Promise<Page<DocRedirect>> {
  const place = rowsOf(await findVersion(context, input));
  const page = await selectRedirects(context.db, place, readPaging(input));
  const paths = pathsOf(await selectPathNodes(context.db, place));
  return {
    ...page,
    // An item that was deleted between the two reads has no redirects left.
    items: page.items.flatMap(({ fromPath, nodeId }) => {
      const toPath = paths.get(nodeId);
      return toPath === undefined ? [] : [{ fromPath, itemPublicId: nodeId, toPath }];
    }),
  };
}

export async function addRedirect(
  context: ProjectContext,
  input: InputOf<typeof declared.addDocRedirect>,
): Promise<DocRedirect> {
  const version = await lockEditable(context, input);
  const { db } = context;
  const place = rowsOf(version);
  const { itemPublicId } = input;
  const fromPath = toAddress(input.fromPath);
  const paths = pathsOf(await selectPathNodes(db, place));
  const toPath = paths.get(itemPublicId);
  if (toPath === undefined) throw notFound("The item");
  if (new Set(paths.values()).has(fromPath))
    throw new Problem("IN_USE", `An item is at ${fromPath} now: readers come to that.`);
  await insertRedirects(db, place, [{ fromPath, nodeId: itemPublicId }]);
  await touchTree(db, version);
  context.emit("doc_redirect.added", ofRedirect(version, fromPath, itemPublicId));
  return { fromPath, itemPublicId, toPath };
}

export async function removeRedirect(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteDocRedirect>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const fromPath = toAddress(input.fromPath);
  const itemPublicId = await deleteRedirectRow(context.db, rowsOf(version), fromPath);
  if (itemPublicId === null) throw notFound("The redirect");
  await touchTree(context.db, version);
  context.emit("doc_redirect.deleted", ofRedirect(version, fromPath, itemPublicId));
}

/** The one form of an address below the version's own: `guide/install`. */
function toAddress(given: string): string {
  const address = given.normalize("NFC").replaceAll(/^\/+|\/+$/g, "");
  const isPlain = !/[?#%\\]/.test(address);
  if (isPlain && address.split("/").every((part) => !["", ".", ".."].includes(part)))
    return address;
  const message =
    "Write the path below the version's address as it reads, not percent-encoded, without query or fragment: guide/old name";
  throw invalid({ field: "fromPath", code: "pattern", message });
}

const ofRedirect = (version: StoredVersion, fromPath: string, itemPublicId: string) => ({
  subject: subjectOf(version),
  data: { docId: version.documentationId, itemPublicId },
  details: { fromPath },
});

import type { DocReference, DocTreeItem, DocVersion } from "@lintel/contract/shapes/docs";
import type { Invocation } from "../command-line/command.types.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { openDocs, type OpenDocs } from "./open-docs.ts";
import { publishVersion } from "./publish-version.ts";
import { chooseTarget, openTarget } from "./push-target.ts";

/** Attaches the API reference of a specification to a documentation, or updates the existing one. */
export async function attachSpec(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const opened = await openDocs(invocation);
  const { connection, terminal, projectId, documentation, isJson } = opened;
  const spec = await findSpec(connection, projectId, operands[0] ?? "");
  const asked = options.text("spec-version");
  const specVersionId =
    asked === undefined
      ? {}
      : { specVersionId: (await findSpecVersion(connection, projectId, spec, asked)).id };
  const isPublishing = options.isSet("publish");
  const target = chooseTarget(documentation, options.text("version"), isPublishing, null);
  const place = { projectId, docId: documentation.id };
  const version = await openTarget(connection, place, target, undefined);
  if (target.isCopied) terminal.note(`Created a draft of version ${target.version.label}.`);
  const inVersion = { ...place, versionId: version.id };
  const { items } = await connection.call("read the tree", "getDocTree", inVersion);
  const present = findReference(items, spec.id);
  const parent = options.text("folder");
  const title = options.text("title");
  const slug = options.text("slug");
  const reference =
    present === null
      ? await connection.call("attach the API reference", "attachDocReference", {
          ...inVersion,
          specId: spec.id,
          ...specVersionId,
          ...(parent === undefined ? {} : { parentFolderPublicId: findFolder(items, parent) }),
          ...(title === undefined ? {} : { title }),
          ...(slug === undefined ? {} : { slug }),
        })
      : await connection.call("renew the API reference", "updateDocReference", {
          ...inVersion,
          referenceId: present,
          ...specVersionId,
        });
  terminal.say(describeReference(reference, present === null, version));
  if (isPublishing) await publish(opened, inVersion, version);
  else
    terminal.note(
      `It becomes visible when the draft is published: \`lintel docs publish --doc ${documentation.slug} --version ${version.id}\`, or the next \`lintel docs push --publish\`.`,
    );
  if (isJson) terminal.emit(JSON.stringify({ version, reference }, null, 2));
  return "passed";
}

async function publish(
  { connection, terminal, documentation }: OpenDocs,
  place: { projectId: string; docId: string; versionId: string },
  version: DocVersion,
): Promise<void> {
  const { lines } = await publishVersion(connection, place, documentation, version);
  terminal.say(lines.join("\n"));
}

function describeReference(
  { specName, versionNumber, endpointCount, slug }: DocReference,
  isNew: boolean,
  { label, status }: DocVersion,
): string {
  const what = `${cleanText(specName)} ${versionNumber} (${endpointCount} endpoints)`;
  return `${isNew ? "Attached" : "Renewed"}: ${what} as "${slug}" in version ${label} (${status}).`;
}

/** The id of the reference to a specification, anywhere in a tree. */
function findReference(items: readonly DocTreeItem[], specId: string): string | null {
  for (const { id, specSnapshot, folder } of items) {
    if (specSnapshot?.specId === specId) return id;
    const below = folder === null ? null : findReference(folder.children, specId);
    if (below !== null) return below;
  }
  return null;
}

/** A folder by its address in the version, such as `guide/advanced`. */
function findFolder(items: readonly DocTreeItem[], address: string): string {
  let level = items;
  let id: string | null = null;
  for (const slug of address.split("/").filter((part) => part !== "")) {
    const found = level.flatMap(({ folder }) => folder ?? []).find((one) => one.slug === slug);
    if (found === undefined) throw refuseFolder(address, level);
    id = found.id;
    level = found.children;
  }
  if (id === null) throw refuseFolder(address, items);
  return id;
}

function refuseFolder(address: string, level: readonly DocTreeItem[]): Failure {
  const names = level.flatMap(({ folder }) => (folder === null ? [] : [folder.slug]));
  return new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: `There is no folder "${cleanText(address)}" in the version.`,
    why: names.length === 0 ? [] : [`There are: ${names.slice(0, 10).map(cleanText).join(", ")}`],
    fix: "Use the end of its address, such as guide/advanced, or omit --folder for the root.",
  });
}

import { existsSync } from "node:fs";
import type { Invocation } from "../command-line/command.types.ts";
import { refuseDocument } from "../documents/explain-document.ts";
import { isAddress } from "../documents/fetch-document.ts";
import { readSource } from "../documents/document-source.ts";
import { findProject } from "../items/find-project.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { connect, type Connection } from "../network/connect.ts";
import { usageFailure } from "../outcome/failure.ts";
import type { Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import type { Engine } from "./load-engine.ts";

/** One of the two documents. */
export interface Side {
  /** Its name for people. */
  readonly name: string;
  readonly document: unknown;
}

/** Loads both documents from files, addresses or, if named, the service. */
export async function loadSides(
  { options, operands, env }: Invocation,
  terminal: Terminal,
  engine: Engine,
): Promise<{ before: Side; after: Side }> {
  const [first = "", second = ""] = operands;
  if (first === "-" && second === "-") {
    throw usageFailure("Standard input cannot be both documents.", "Give a file for one of them.");
  }
  const needsService = operands.some(isOfService);
  const place = needsService ? await openPlace({ options, operands, env }, terminal) : null;
  const load = (operand: string): Promise<Side> =>
    place !== null && isOfService(operand) ? exportSide(place, operand) : readSide(engine, operand);
  // In sequence, so that of two failures the same one is always reported.
  const before = await load(first);
  return { before, after: await load(second) };
}

// An existing file takes precedence over a specification with that name.
function isOfService(operand: string): boolean {
  const isSource = operand === "-" || isAddress(operand) || existsSync(operand);
  return !isSource && operand.lastIndexOf("@") > 0;
}

interface Place {
  readonly connection: Connection;
  readonly projectId: string;
}

async function openPlace({ options, env }: Invocation, terminal: Terminal): Promise<Place> {
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  return { connection, projectId: (await findProject(connection, settings)).id };
}

async function readSide(engine: Engine, operand: string): Promise<Side> {
  if (operand !== "-" && !isAddress(operand) && !existsSync(operand)) {
    throw usageFailure(
      `There is no file ${operand}.`,
      "Give a file, an address, - for standard input, or SPEC@VERSION for a version on the service.",
    );
  }
  const { text, name } = await readSource(operand);
  const read = engine.readDocument(text);
  if ("message" in read) throw refuseDocument(read, name);
  return { name, document: read.document };
}

async function exportSide({ connection, projectId }: Place, operand: string): Promise<Side> {
  const at = operand.lastIndexOf("@");
  const spec = await findSpec(connection, projectId, operand.slice(0, at));
  const wanted = operand.slice(at + 1);
  const version = await findSpecVersion(
    connection,
    projectId,
    spec,
    wanted === "" || wanted === "newest" ? undefined : wanted,
  );
  const { text } = await connection.call(`export ${operand}`, "exportSpec", {
    projectId,
    specId: spec.id,
    versionId: version.id,
  });
  const name = `${spec.name ?? spec.id} ${version.version}`;
  return { name, document: parseExport(text) };
}

// Without the limits of an import, because the service has already imported it.
function parseExport(text: string): unknown {
  return JSON.parse(text) as unknown;
}

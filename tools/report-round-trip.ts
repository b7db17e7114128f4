import { type OpenApiVersion, openApiVersions } from "@lintel/contract/words/design";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { convertDocument } from "@lintel/openapi/convert";
import { checkWithRedocly } from "@lintel/openapi/testing/check-with-redocly";
import { joinDocument, splitDocument } from "@lintel/openapi/design-document";
import { parseDocument } from "@lintel/openapi/parse";
import { findInCorpus } from "@lintel/contract/testing/corpus-folder";
import { corpusNames, readCorpus } from "@lintel/openapi/testing/corpus";
import { validateDocument } from "@lintel/openapi/validate";
import type { JsonObject } from "@lintel/json/value";
import { migrations } from "@lintel/server/migrations/migrations.generated";
import { migrate } from "@lintel/server/platform/database/migrate";
import { openDatabase, type OpenDatabase } from "@lintel/server/platform/database/open-database";
import { toStoredDesign } from "@lintel/server/domain/design/design.types";
import { readDesign } from "@lintel/server/domain/design/read-design";
import { packDesign } from "@lintel/server/domain/design/packed-rows";
import { insertDesign } from "@lintel/server/domain/design/write-design";

// Writes docs/round-trip.md: whether each document of the corpus is unchanged, including key order,
// after storage in the embedded engine and in the PostgreSQL server of the first argument, and
// after conversion to other versions of OpenAPI, where two validators also check it.

const file = path.join(import.meta.dirname, "../docs/round-trip.md");
const serverUrl = process.argv[2];

interface Scene {
  readonly database: OpenDatabase;
  readonly organizationId: string;
  readonly specId: string;
}

async function openScene(location: Parameters<typeof openDatabase>[0]): Promise<Scene> {
  const database = await openDatabase(location);
  const { db } = database;
  await migrate(db, migrations);
  const [organizationId, projectId, specId] = [randomUUID(), randomUUID(), randomUUID()];
  const stamp = { createdAt: new Date(), modifiedAt: new Date(), rowVersion: 1 };
  const name = `round-trip-${organizationId}`;
  const organization = { id: organizationId, name, slug: name, plan: "pro", ...stamp };
  await db.insertInto("organization").values(organization).execute();
  const project = { organizationId, id: projectId, name, slug: name, description: null, ...stamp };
  await db.insertInto("project").values(project).execute();
  const spec = { id: specId, name, basePath: null, description: null, ...stamp };
  await db
    .insertInto("spec")
    .values({ organizationId, projectId, ...spec })
    .execute();
  return { database, organizationId, specId };
}

/** The document after it was stored and read back. */
async function store(scene: Scene, document: JsonObject): Promise<JsonObject> {
  const { database, organizationId, specId } = scene;
  const { db } = database;
  const versionId = randomUUID();
  const { design } = splitDocument(document, { newId: randomUUID });
  const packed = packDesign(toStoredDesign(design));
  const stamp = { createdAt: new Date(), modifiedAt: new Date(), rowVersion: 1 };
  await db
    .insertInto("specVersion")
    .values({
      organizationId,
      specId,
      id: versionId,
      version: versionId,
      status: "draft",
      openapiVersion: "3.0",
      ...packed.document,
      ...stamp,
    })
    .execute();
  const place = { organizationId, versionId };
  await db.transaction().execute((trx) => insertDesign(trx, place, packed, new Date()));
  return joinDocument(await readDesign(db, place));
}

const isSame = (left: JsonObject, right: JsonObject) =>
  JSON.stringify(left) === JSON.stringify(right);

const isValid = (document: JsonObject, version: OpenApiVersion) =>
  validateDocument(document, version).isValid;

const isValidElsewhere = (document: JsonObject) =>
  checkWithRedocly(document).then(
    (problems) => problems.length === 0,
    () => false,
  );

interface Conversions {
  readonly isBack: boolean;
  readonly isStillValid: boolean;
}

/** Converts to every other version and back; a valid document must stay valid. */
async function checkConversions(value: JsonObject, version: OpenApiVersion): Promise<Conversions> {
  const wasValid = isValid(value, version);
  const wasValidElsewhere = await isValidElsewhere(value);
  let [isBack, isStillValid] = [true, true];
  for (const target of openApiVersions.filter((each) => each !== version)) {
    const { document } = convertDocument(value, target);
    const stored = JSON.parse(JSON.stringify(document)) as JsonObject;
    // A conversion to a newer version does not keep the order: nearly every schema would have to
    // store it.
    const isEqual =
      openApiVersions.indexOf(target) < openApiVersions.indexOf(version)
        ? isSame
        : isDeepStrictEqual;
    isBack &&= isEqual(convertDocument(stored, version).document, value);
    isStillValid &&= !wasValid || isValid(document, target);
    isStillValid &&= !wasValidElsewhere || (await isValidElsewhere(document));
  }
  return { isBack, isStillValid };
}

const writeResult = (isTrue: boolean) => (isTrue ? "equal" : "**differs**");

async function reportDocument(name: string, scenes: readonly Scene[]): Promise<string> {
  const bytes = readCorpus(name);
  const { value, version } = parseDocument(bytes);
  const engines: string[] = [];
  for (const scene of scenes) engines.push(writeResult(isSame(await store(scene, value), value)));
  const { isBack, isStillValid } = await checkConversions(value, version);
  const size = `${(bytes.length / 1024).toFixed(0)} kB`;
  const cells = [
    name,
    version,
    size,
    ...engines,
    writeResult(isBack),
    isStillValid ? "yes" : "**no**",
  ];
  return `| ${cells.join(" | ")} |`;
}

function render(rows: readonly string[], hasServer: boolean): string {
  const engines = hasServer ? ["Embedded", "PostgreSQL"] : ["Embedded"];
  const head = [
    "Document",
    "OpenAPI",
    "Size",
    ...engines,
    "Other versions and back",
    "As valid there",
  ];
  const faults = rows.filter((row) => row.includes("**")).length;
  return `# Round-trip report

Every document below is split into rows, stored in the database, read back and joined. \`equal\` means the same JSON with
its members in the same order. Lintel stores the original bytes as well; they are not used here.

Each document is also converted to every other version of OpenAPI and back. In a conversion to a newer version and back,
the order of members can change. Two validators check the converted documents: the schemas of the OpenAPI Initiative with
rules of Lintel, and the structural rules of another linter. A document that was valid before must be valid afterwards.

\`npm run report:round-trip\` writes this page; do not edit it.

${rows.length - faults} of ${rows.length} documents: equal and as valid as before.

| ${head.join(" | ")} |
|${head.map(() => "---").join("|")}|
${rows.join("\n")}
`;
}

if (findInCorpus("openapi") === undefined) process.exit(1);

const scenes = [await openScene({ engine: "embedded", folder: null })];
if (serverUrl !== undefined) scenes.push(await openScene({ engine: "server", url: serverUrl }));
const rows: string[] = [];
for (const name of corpusNames) rows.push(await reportDocument(name, scenes));
for (const { database } of scenes) await database.close();
await writeFile(file, render(rows, serverUrl !== undefined));
console.log(`${rows.length} documents, see docs/round-trip.md`);
if (rows.some((row) => row.includes("**"))) process.exitCode = 1;

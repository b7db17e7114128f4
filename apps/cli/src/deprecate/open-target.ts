import { eraseVariables } from "@lintel/contract/words/path-template";
import type { DeprecationPlan } from "@lintel/contract/shapes/deprecation";
import type { SpecVersion } from "@lintel/contract/shapes/spec";
import type { Invocation } from "../command-line/command.types.ts";
import { fetchPages } from "../items/fetch-pages.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { openProject, type OpenProject } from "../items/open-project.ts";
import type { Item } from "../items/pick-item.ts";
import { refuseMissing } from "../items/pick-item.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";

/** A specification with the version that the options name. */
export interface OpenVersion extends OpenProject {
  readonly specId: string;
  readonly version: SpecVersion;
}

/** What a plan is about. */
export interface Target extends OpenVersion {
  readonly entityType: "endpoint" | "specVersion";
  readonly entityId: string;
  /** Such as `GET /pets/{id}`, or the name of the version. */
  readonly label: string;
}

/** @throws Failure without `--spec`, or if the version does not exist. */
export async function openVersion(invocation: Invocation): Promise<OpenVersion> {
  const { options } = invocation;
  const wanted = options.text("spec");
  if (wanted === undefined)
    throw usageFailure("--spec is missing.", "Add --spec SPEC; `lintel list specs` shows them.");
  const open = await openProject(invocation);
  const spec = await findSpec(open.connection, open.projectId, wanted);
  const name = options.text("version");
  const version = await findSpecVersion(open.connection, open.projectId, spec, name);
  return { ...open, specId: spec.id, version };
}

/** @throws Failure if the operation does not exist, or neither it nor a version is given. */
export async function openTarget(invocation: Invocation): Promise<Target> {
  const { operands, options } = invocation;
  const [operation] = operands;
  if (operation === undefined && options.text("version") === undefined)
    throw usageFailure(
      "Neither an operation nor a version is given.",
      'Give an operation such as "GET /pets/{id}", or --version for a whole version.',
    );
  const open = await openVersion(invocation);
  if (operation === undefined) {
    const { id: entityId, version: label } = open.version;
    return { ...open, entityType: "specVersion", entityId, label };
  }
  const { id, name } = await findOperation(open, operation);
  return { ...open, entityType: "endpoint", entityId: id, label: name };
}

/** The endpoint of a method and a path. */
export async function findOperation(open: OpenVersion, wanted: string): Promise<Item> {
  const operations = await listOperations(open);
  const key = keyOf(wanted);
  const found = operations.find(({ name }) => keyOf(name) === key);
  if (found !== undefined) return found;
  const kind = {
    one: "operation",
    many: "operations",
    where: `in version ${open.version.version}`,
    listing: "lintel export",
  };
  throw refuseMissing(kind, wanted, operations);
}

async function listOperations({
  connection,
  projectId,
  specId,
  version,
}: OpenVersion): Promise<Item[]> {
  const place = { projectId, specId, versionId: version.id };
  const endpoints = await fetchPages(async (paging) => {
    const page = await connection.call("list the operations", "listEndpoints", {
      ...place,
      ...paging,
    });
    return "items" in page ? page : { items: [], totalCount: 0 };
  });
  return endpoints.map(({ id, method, path }) => ({ id, name: `${method.toUpperCase()} ${path}` }));
}

/** The method in upper case, and the path without the names of variables. */
function keyOf(operation: string): string {
  const [method = "", ...path] = operation.trim().split(/\s+/);
  return `${method.toUpperCase()} ${eraseVariables(path.join(" "))}`;
}

/** @throws Failure if nothing is planned. */
export async function findPlan(target: Target): Promise<DeprecationPlan> {
  const { connection, projectId, specId, entityType, entityId, label } = target;
  const { plan } = await connection.call("read the plan", "getDeprecationPlan", {
    projectId,
    specId,
    entityType,
    entityId,
  });
  if (plan !== null) return plan;
  throw new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: `${label} has no deprecation plan.`,
    fix: "`lintel deprecate list` shows every plan; `lintel deprecate announce` creates one.",
  });
}

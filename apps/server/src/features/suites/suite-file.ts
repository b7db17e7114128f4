import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { printSuiteYaml } from "@lintel/runner/yaml/print-suite-yaml";
import type { DocumentWork } from "../../domain/design/tasks/document-work.ts";
import { listFileCases, type FileCase } from "../../domain/suites/read-suite-file.ts";
import { refuseErrors } from "../../domain/suites/suite-checks.ts";

/** A suite of a file, and its cases in execution order. */
export interface SuiteFile {
  readonly suite: SuiteDefinition;
  readonly cases: readonly FileCase[];
}

/** How many times longer a suite takes to read and check than a document of the same size. */
const costliness = 10;

/**
 * Reads a suite from a YAML file and checks it completely. A long file is read in a worker thread.
 * @throws Problem VALIDATION_FAILED naming line and column, the case and the field.
 */
export async function readSuiteFile(
  documents: DocumentWork,
  organizationId: string,
  yaml: string,
): Promise<SuiteFile> {
  const load = { organizationId, size: yaml.length * costliness };
  const read = await documents.run("readSuiteFile", { yaml }, load);
  if ("errors" in read) {
    refuseErrors(read.errors);
    throw new Error("A suite that cannot be read has no errors.");
  }
  return { suite: read.suite, cases: listFileCases(read.suite) };
}

/** Whether two suites have equal files. */
export function isSameSuite(left: SuiteDefinition, right: SuiteDefinition): boolean {
  return (
    JSON.stringify(left) === JSON.stringify(right) || printSuiteYaml(left) === printSuiteYaml(right)
  );
}

/** Whether two cases are equal in their files. */
export function isSameCase(left: CaseDefinition, right: CaseDefinition): boolean {
  return isSameSuite({ name: "", cases: [left] }, { name: "", cases: [right] });
}

/** Lower-case ASCII that is safe on any file system. */
export function nameSuiteFile(suiteName: string): string {
  const slug = suiteName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${slug || "suite"}.suite.yaml`;
}

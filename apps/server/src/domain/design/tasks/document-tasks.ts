import { copyStored } from "./copy-design.task.ts";
import { compareStored, lintStored, lintText } from "./check-document.task.ts";
import { mergeDocument } from "./merge-document.task.ts";
import { listLosses, printStored } from "./print-document.task.ts";
import { listReferences, readDocument, toPlainJson } from "./read-document.task.ts";
import { readSuiteFile } from "../../suites/read-suite-file.ts";
import { takeReference } from "./take-reference.task.ts";

/**
 * Work on whole documents, which takes longer the larger they are. The parameters and results are
 * texts and lists of texts, because threads copy those quickly. A task reads neither the database nor
 * the network.
 */
export const documentTasks = {
  readDocument,
  listReferences,
  toPlainJson,
  mergeDocument,
  printStored,
  listLosses,
  lintStored,
  lintText,
  compareStored,
  copyStored,
  takeReference,
  readSuiteFile,
} as const;

type Tasks = typeof documentTasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

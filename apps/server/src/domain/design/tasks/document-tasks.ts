import { copyStored } from "./copy-design.task.ts";
import { compareStored, lintStored } from "./judge-document.task.ts";
import { mergeDocument } from "./merge-document.task.ts";
import { listLosses, printStored } from "./print-document.task.ts";
import { listReferences, readDocument } from "./read-document.task.ts";
import { readSuiteFile } from "../../suites/read-suite-file.ts";
import { takeReference } from "./take-reference.task.ts";

/**
 * The work on whole documents that takes time with their size. Each takes and answers what can be
 * copied between threads for little: texts, and lists of them; and asks nobody for anything.
 */
export const documentTasks = {
  readDocument,
  listReferences,
  mergeDocument,
  printStored,
  listLosses,
  lintStored,
  compareStored,
  copyStored,
  takeReference,
  readSuiteFile,
} as const;

type Tasks = typeof documentTasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

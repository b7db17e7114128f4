import * as files from "@lintel/contract/operations/doc-files";
import * as pages from "@lintel/contract/operations/doc-page";
import * as reading from "@lintel/contract/operations/doc-reading";
import * as rendering from "@lintel/contract/operations/doc-rendering";
import * as tree from "@lintel/contract/operations/doc-tree";
import * as versions from "@lintel/contract/operations/doc-version";
import * as documentations from "@lintel/contract/operations/documentation";
import {
  implement,
  implementPrepared,
  implementProbed,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import { listFiles, readFiles } from "./doc-files.service.ts";
import { addFolder, changeFolder, readFolder, removeFolder } from "./doc-folder.service.ts";
import { docPartsOperations } from "./doc-parts.operations.ts";
import { releaseLock, takeLock } from "./doc-lock.service.ts";
import {
  addPage,
  changePage,
  prepareNewPage,
  preparePage,
  prepareRendering,
  readPage,
  removePage,
  showRendering,
} from "./doc-page.service.ts";
import { makePreview, searchProjectDocs } from "./doc-reading.service.ts";
import { prepareSync, syncVersion } from "./doc-sync.service.ts";
import { moveItem, orderItems, readTree, readTreeVersion } from "./doc-tree.service.ts";
import {
  addVersion,
  changeVersion,
  moveVersionOn,
  readVersion,
  removeVersion,
} from "./doc-version.service.ts";
import {
  addDocumentation,
  changeDocumentation,
  listFeedback,
  listProjectDocumentations,
  readDocumentation,
  removeDocumentation,
} from "./documentation.service.ts";

export function docsOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implement(documentations.listDocumentations, (context) =>
      listProjectDocumentations(platform, context),
    ),
    implement(documentations.createDocumentation, (context, input) =>
      addDocumentation(platform, context, input),
    ),
    implement(documentations.getDocumentation, (context, input) =>
      readDocumentation(platform, context, input.docId),
    ),
    implement(documentations.updateDocumentation, (context, input) =>
      changeDocumentation(platform, context, input),
    ),
    implement(documentations.listDocFeedback, listFeedback),
    implement(documentations.deleteDocumentation, (context, input) =>
      removeDocumentation(context, input.docId),
    ),
    implement(reading.searchDocs, searchProjectDocs),
    implement(reading.createDocPreview, (context, input) => makePreview(platform, context, input)),
    ...versionOperations(platform),
    ...treeOperations(platform),
    ...pageOperations(platform),
    implement(files.listDocFiles, listFiles),
    implement(files.readDocFiles, readFiles),
    implementPrepared(
      files.syncDocVersion,
      (context, input) => prepareSync(platform, context, input),
      (context, input, wanted) => syncVersion(platform, context, input, wanted),
    ),
    ...docPartsOperations(platform),
  ];
}

function versionOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implement(versions.createDocVersion, (context, input) => addVersion(platform, context, input)),
    implement(versions.getDocVersion, (context, input) => readVersion(platform, context, input)),
    implement(versions.updateDocVersion, (context, input) =>
      changeVersion(platform, context, input),
    ),
    implement(versions.changeDocVersionStatus, (context, input) =>
      moveVersionOn(platform, context, input),
    ),
    implement(versions.deleteDocVersion, removeVersion),
  ];
}

function treeOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implementProbed(tree.getDocTree, readTreeVersion, readTree),
    implement(tree.reorderDocTree, orderItems),
    implement(tree.moveDocItem, moveItem),
    implement(tree.createDocFolder, (context, input) => addFolder(platform, context, input)),
    implement(tree.getDocFolder, readFolder),
    implement(tree.updateDocFolder, changeFolder),
    implement(tree.deleteDocFolder, removeFolder),
  ];
}

function pageOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implementPrepared(pages.createDocPage, prepareNewPage, (context, input, rendered) =>
      addPage(platform, context, input, rendered),
    ),
    implement(pages.getDocPage, readPage),
    implementPrepared(pages.updateDocPage, preparePage, changePage),
    implement(pages.deleteDocPage, removePage),
    implementPrepared(rendering.renderDocPage, prepareRendering, showRendering),
    implement(pages.lockDocPage, (context, input) => takeLock(platform, context, input)),
    implement(pages.unlockDocPage, releaseLock),
  ];
}

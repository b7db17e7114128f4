import * as assets from "@lintel/contract/operations/doc-asset";
import * as redirects from "@lintel/contract/operations/doc-redirect";
import * as revisions from "@lintel/contract/operations/doc-revision";
import * as references from "@lintel/contract/operations/doc-reference";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import {
  addAsset,
  findMissing,
  listAssets,
  readAsset,
  readUpload,
  removeAsset,
} from "./doc-asset.service.ts";
import { addRedirect, listRedirects, removeRedirect } from "./doc-redirect.service.ts";
import { listRevisions, readRevision } from "./doc-revision.service.ts";
import {
  attachReference,
  changeReference,
  prepareAttach,
  prepareUpdate,
  readReferenceDocument,
  removeReference,
} from "./doc-reference.service.ts";

/** The parts of a version other than its pages: assets, API references and redirects. */
export function docPartsOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implementPrepared(assets.uploadDocAsset, readUpload, addAsset),
    implement(assets.listDocAssets, listAssets),
    implement(assets.findMissingDocAssets, findMissing),
    implement(assets.getDocAsset, readAsset),
    implement(assets.deleteDocAsset, removeAsset),
    implementPrepared(
      references.attachDocReference,
      (context, input) => prepareAttach(platform, context, input),
      (context, input, snapshot) => attachReference(platform, context, input, snapshot),
    ),
    implementPrepared(
      references.updateDocReference,
      (context, input) => prepareUpdate(platform, context, input),
      changeReference,
    ),
    implement(references.removeDocReference, removeReference),
    implement(references.getDocReferenceDocument, readReferenceDocument),
    implement(revisions.listDocPageRevisions, listRevisions),
    implement(revisions.getDocPageRevision, readRevision),
    implement(redirects.listDocRedirects, listRedirects),
    implement(redirects.addDocRedirect, addRedirect),
    implement(redirects.deleteDocRedirect, removeRedirect),
  ];
}

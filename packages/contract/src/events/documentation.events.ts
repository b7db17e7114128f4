import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { versionStatuses } from "../shapes/docs.ts";
import { visibilities } from "../words/visibilities.ts";
import { Count, FieldNames, Ids } from "./event-fields.ts";

const ofDocs = { category: "Documentation", permission: "docs:read", isAudited: true } as const;
const ofDoc = { docId: Id };
const ofVersion = { docId: Id, versionId: Id };
const ofAsset = { ...ofDoc, digest: Type.String(), size: Type.Optional(Count) };
const ofReference = { ...ofVersion, specId: Id, specVersionId: Id };
const Status = Type.Enum([...versionStatuses]);
const Visibility = Type.Enum([...visibilities]);
const parentFolderPublicId = nullable(Id);

export const documentationEvents = {
  ...eventTypes(
    { ...ofDocs, subjects: ["documentation"] },
    {
      "documentation.created": {},
      "documentation.updated": { changed: FieldNames },
      "documentation.deleted": {},
    },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docVersion"] },
    {
      "doc_version.created": { ...ofDoc, fromVersionId: nullable(Id) },
      "doc_version.updated": { ...ofDoc, visibility: Visibility },
      "doc_version.previewed": ofDoc,
      "doc_version.status_changed": {
        ...ofDoc,
        from: Status,
        to: Status,
        visibility: Visibility,
        deletedVersionIds: Ids,
      },
      "doc_version.deleted": ofDoc,
      "doc_version.synced": {
        ...ofDoc,
        added: Count,
        changed: Count,
        moved: Count,
        removed: Count,
        overwritten: Count,
      },
      "doc_tree.reordered": { ...ofDoc, parentFolderPublicId, order: Ids },
      "doc_tree.moved": { ...ofDoc, itemPublicId: Id, parentFolderPublicId },
    },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docFolder"] },
    {
      "doc_folder.created": ofVersion,
      "doc_folder.updated": ofVersion,
      "doc_folder.deleted": { ...ofVersion, items: Count },
    },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docPage"] },
    {
      "doc_page.created": ofVersion,
      "doc_page.updated": ofVersion,
      "doc_page.deleted": ofVersion,
      "doc_page.locked": ofVersion,
      "doc_page.unlocked": { ...ofVersion, isForced: Type.Boolean() },
    },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docVersion"] },
    { "doc_asset.uploaded": ofAsset, "doc_asset.deleted": ofAsset },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docReference"] },
    {
      "doc_reference.attached": ofReference,
      "doc_reference.updated": ofReference,
      "doc_reference.removed": ofVersion,
    },
  ),
  ...eventTypes(
    { ...ofDocs, subjects: ["docVersion"] },
    {
      "doc_redirect.added": { ...ofDoc, itemPublicId: Id },
      "doc_redirect.deleted": { ...ofDoc, itemPublicId: Id },
    },
  ),
};

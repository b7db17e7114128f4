import { headerComponentLevels } from "../shapes/header-component.ts";
import { componentKinds, reviewDecisions } from "../words/design.ts";
import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable, Timestamp } from "../shapes/common.ts";
import { Count, FieldNames, Ids } from "./event-fields.ts";

const ofDesign = { category: "Design", permission: "specs:read", isAudited: true } as const;
const ofSpec = { specId: Id };
const ofVersion = { specId: Id, versionId: Id };
const ofEndpoint = { ...ofVersion, endpointId: Id };
/** Several endpoints of one version, which is the subject. */
const ofEndpoints = {
  specId: Id,
  versionId: Type.Optional(Id),
  endpointIds: Type.Optional(Ids),
  folderId: Type.Optional(nullable(Id)),
};
const ofKind = {
  specId: Id,
  versionId: Type.Optional(Id),
  kind: Type.Enum([...componentKinds]),
};
const ofHeader = {
  level: Type.Enum([...headerComponentLevels]),
  specId: Type.Optional(Id),
  versionId: Type.Optional(Id),
};

export const designEvents = {
  ...eventTypes(
    { ...ofDesign, subjects: ["spec"] },
    {
      "spec.created": {},
      "spec.updated": { changed: FieldNames },
      "spec.deleted": {},
      "spec.imported": {
        versionId: Id,
        endpoints: Type.Optional(Count),
        changes: Type.Optional(Count),
      },
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["specVersion"] },
    {
      "spec_version.created": { ...ofSpec, fromVersionId: Id },
      "spec_version.updated": { ...ofSpec, changed: FieldNames },
      "spec_version.published": ofSpec,
      "spec_version.deleted": ofSpec,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["specVersion"] },
    {
      "review.commented": { commentId: Id },
      "review.comment_updated": { commentId: Id },
      "review.comment_deleted": { commentId: Id },
      "review.decided": {
        baselineVersionId: Id,
        decision: Type.Enum([...reviewDecisions, "none"]),
      },
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["shareLink"] },
    {
      "share_link.created": { ...ofVersion, expiresAt: Timestamp },
      "share_link.revoked": ofVersion,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["endpoint", "specVersion"] },
    {
      "endpoint.created": { ...ofVersion, copyOf: Type.Optional(Id) },
      "endpoint.updated": ofVersion,
      "endpoint.deleted": ofEndpoints,
      "endpoint.restored": ofVersion,
      "endpoint.moved": { ...ofEndpoints, was: Type.Optional(nullable(Id)) },
      "endpoint.reordered": ofEndpoints,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["parameter"] },
    {
      "parameter.created": ofEndpoint,
      "parameter.updated": ofEndpoint,
      "parameter.deleted": ofEndpoint,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["response", "endpoint"] },
    {
      "response.created": {
        specId: Id,
        versionId: Type.Optional(Id),
        endpointId: Type.Optional(Id),
        responseIds: Type.Optional(Ids),
      },
      "response.updated": ofEndpoint,
      "response.deleted": ofEndpoint,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["requestBody"] },
    { "request_body.set": ofEndpoint, "request_body.deleted": ofEndpoint },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["responseHeader"] },
    {
      "response_header.changed": { ...ofEndpoint, action: Type.String(), responseId: Id },
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["endpoint", "specVersion"] },
    {
      "endpoint_security.added": { ...ofVersion, endpointIds: Type.Optional(Ids) },
      "endpoint_security.removed": ofVersion,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["folder"] },
    {
      "folder.created": ofVersion,
      "folder.updated": { ...ofVersion, parentFolderId: Type.Optional(nullable(Id)) },
      "folder.deleted": ofVersion,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["tag", "specVersion"] },
    {
      "tag.created": ofVersion,
      "tag.updated": { ...ofVersion, order: Type.Optional(Ids) },
      "tag.deleted": ofVersion,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["component", "specVersion"] },
    {
      "component.created": ofKind,
      "component.updated": {
        ...ofKind,
        changed: Type.Optional(FieldNames),
        count: Type.Optional(Count),
      },
      "component.deleted": { ...ofKind, usageCount: Count },
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["headerComponent"] },
    {
      "header_component.created": ofHeader,
      "header_component.updated": ofHeader,
      "header_component.deleted": ofHeader,
    },
  ),
  ...eventTypes(
    { ...ofDesign, subjects: ["headerPolicy"] },
    {
      "header_policy.created": {},
      "header_policy.updated": { changed: FieldNames },
      "header_policy.deleted": {},
    },
  ),
  ...eventTypes(
    { ...ofDesign, permission: "org:read", subjects: ["organization"] },
    { "design_settings.updated": {} },
  ),
};

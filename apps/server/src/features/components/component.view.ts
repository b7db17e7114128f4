import type { Component, ComponentItem } from "@lintel/contract/shapes/design-tree";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { StoredComponent } from "../../domain/design/component-rows.ts";
import type { ListedComponent } from "./component.store.ts";

type Head = Omit<ComponentItem, "usageCount">;

const toHead = (specId: string, row: ListedComponent): Head => ({
  id: row.id,
  specId,
  versionId: row.versionId,
  kind: row.kind as Head["kind"],
  name: row.name,
  position: row.position,
  createdAt: row.createdAt.toISOString(),
  modifiedAt: row.modifiedAt.toISOString(),
  rowVersion: encodeRowVersion(row.rowVersion),
});

export const toComponentItem = (
  specId: string,
  row: ListedComponent,
  usageCount: number | null,
): ComponentItem => ({ ...toHead(specId, row), usageCount });

export const toComponent = (specId: string, row: StoredComponent): Component => ({
  ...toHead(specId, row),
  content: row.content,
});

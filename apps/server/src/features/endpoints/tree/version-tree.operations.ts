import { getVersionTree } from "@lintel/contract/operations/version-tree";
import { implementProbed, type Implementation } from "../../../platform/kernel/implementation.ts";
import { readTreeTag, readVersionTree } from "./version-tree.service.ts";

export const versionTreeOperations = (): Implementation[] => [
  implementProbed(getVersionTree, readTreeTag, readVersionTree),
];

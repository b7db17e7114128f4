import * as declared from "@lintel/contract/operations/folder";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import {
  addFolder,
  changeFolder,
  listVersionFolders,
  placeFolder,
  removeFolder,
} from "./folder.service.ts";

export function folderOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listFolders, listVersionFolders),
    implement(declared.createFolder, (context, input) => addFolder(platform, context, input)),
    implement(declared.updateFolder, changeFolder),
    implement(declared.moveFolder, placeFolder),
    implement(declared.deleteFolder, removeFolder),
  ];
}

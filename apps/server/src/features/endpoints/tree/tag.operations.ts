import * as declared from "@lintel/contract/operations/tag";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { addTag, changeTag, listVersionTags, orderTags, removeTag } from "./tag.service.ts";

export function tagOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listTags, listVersionTags),
    implement(declared.createTag, (context, input) => addTag(platform, context, input)),
    implement(declared.updateTag, changeTag),
    implement(declared.reorderTags, orderTags),
    implement(declared.deleteTag, removeTag),
  ];
}

import * as declared from "@lintel/contract/operations/component";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addComponent,
  listVersionComponents,
  orderComponents,
  readComponent,
  removeComponent,
  updateFields,
} from "./component.service.ts";

export function componentOperations(platform: Pick<Platform, "clock">): Implementation[] {
  return [
    implement(declared.listComponents, listVersionComponents),
    implement(declared.createComponent, (context, input) => addComponent(platform, context, input)),
    implement(declared.getComponent, readComponent),
    implement(declared.updateComponent, updateFields),
    implement(declared.deleteComponent, removeComponent),
    implement(declared.reorderComponents, orderComponents),
  ];
}

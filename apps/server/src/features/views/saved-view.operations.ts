import * as declared from "@lintel/contract/operations/saved-view";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { addView, changeView, listViews, removeView } from "./saved-view.service.ts";

export function viewOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listSavedViews, listViews),
    implement(declared.createSavedView, (context, input) => addView(platform, context, input)),
    implement(declared.updateSavedView, changeView),
    implement(declared.deleteSavedView, (context, input) => removeView(context, input.viewId)),
  ];
}

import * as declared from "@lintel/contract/operations/tool-context";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import { chooseContext, describeContext } from "./tool-context.service.ts";
import { addToolset, listAllToolsets } from "./toolset.service.ts";

export function toolContextOperations(): Implementation[] {
  return [
    implement(declared.setContext, (context, input) => chooseContext(context, input)),
    implement(declared.getContext, (context) => describeContext(context)),
    implement(declared.listToolsets, (context) => listAllToolsets(context)),
    implement(declared.enableToolset, (context, { slug }) => addToolset(context, slug)),
  ];
}

import * as declared from "@lintel/contract/operations/presence";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import { noteAndList } from "./presence.service.ts";

export function presenceOperations(): Implementation[] {
  return [implement(declared.notePresence, noteAndList)];
}

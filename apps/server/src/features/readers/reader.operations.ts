import * as declared from "@lintel/contract/operations/reader";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { endOwnReading, exchangeCode, makeCodeForPortal } from "./reader.service.ts";

/** People who read documentation in the portal that is not public. */
export function readerOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.makeReaderCode, (context, input) =>
      makeCodeForPortal(platform, context, input),
    ),
    implement(declared.openReading, (context, input) => exchangeCode(context, input)),
    implement(declared.endReading, (context, input) => endOwnReading(context, input)),
  ];
}

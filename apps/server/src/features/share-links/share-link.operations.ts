import * as declared from "@lintel/contract/operations/share-link";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { listLinks, makeLink, openLink, revokeLink, type Compare } from "./share-link.service.ts";

export function shareLinkOperations(platform: Platform, compare: Compare): Implementation[] {
  return [
    implement(declared.listShareLinks, listLinks),
    implement(declared.createShareLink, (context, input) => makeLink(platform, context, input)),
    implement(declared.revokeShareLink, revokeLink),
    implement(declared.readShared, (context, input) => openLink(platform, context, input, compare)),
  ];
}

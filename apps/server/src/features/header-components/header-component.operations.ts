import * as declared from "@lintel/contract/operations/header-component";
import * as ofOrganization from "@lintel/contract/operations/org-header-component";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  listHeaders,
  manageHeader,
  readHeader,
  removeAnyHeader,
} from "./header-component.service.ts";
import {
  listOrganizationHeaders,
  manageOrganizationHeader,
  readOrganizationHeader,
} from "./org-header-component.service.ts";

export function headerComponentOperations(platform: Pick<Platform, "clock">): Implementation[] {
  return [
    implement(declared.listHeaderComponents, listHeaders),
    implement(declared.getHeaderComponent, readHeader),
    implement(declared.manageHeaderComponent, (context, input) =>
      manageHeader(platform, context, input),
    ),
    implement(declared.deleteHeaderComponent, removeAnyHeader),
    implement(ofOrganization.listOrgHeaderComponents, listOrganizationHeaders),
    implement(ofOrganization.getOrgHeaderComponent, (context, input) =>
      readOrganizationHeader(context, input.componentId),
    ),
    implement(ofOrganization.manageOrgHeaderComponent, (context, input) =>
      manageOrganizationHeader(platform, context, input),
    ),
  ];
}

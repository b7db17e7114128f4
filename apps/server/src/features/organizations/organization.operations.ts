import * as declared from "@lintel/contract/operations/organization";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import { describeCaller } from "./caller.service.ts";
import {
  addOrganization,
  changePlan,
  listAllOrganizations,
  readOrganization,
  renameOrganization,
  type OrganizationNeeds,
} from "./organization.service.ts";

export function organizationOperations(needs: OrganizationNeeds): Implementation[] {
  return [
    implement(declared.createOrganization, (context, input) =>
      addOrganization(needs, context, input),
    ),
    implement(declared.listOrganizations, (context) => listAllOrganizations(context)),
    implement(declared.getOrganization, (context) => readOrganization(context)),
    implement(declared.updateOrganization, (context, input) => renameOrganization(context, input)),
    implement(declared.setOrganizationPlan, (context, input) => changePlan(context, input)),
    implement(declared.getCaller, async (context) => describeCaller(context)),
  ];
}

import * as declared from "@lintel/contract/operations/organization";
import { makeSetupCode, setUp } from "@lintel/contract/operations/setup";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import { describeCaller } from "./caller.service.ts";
import {
  addOrganization,
  changePlan,
  listAllOrganizations,
  readOrganization,
  renameOrganization,
} from "./organization.service.ts";
import { prepareSetup, setUpRegion, showSetupLink, type SetupPlatform } from "./setup.service.ts";

export function organizationOperations(needs: SetupPlatform): Implementation[] {
  return [
    implement(declared.createOrganization, (context, input) =>
      addOrganization(needs, context, input),
    ),
    implement(declared.listOrganizations, (context) => listAllOrganizations(context)),
    implement(declared.getOrganization, (context) => readOrganization(context)),
    implement(declared.updateOrganization, (context, input) => renameOrganization(context, input)),
    implement(declared.setOrganizationPlan, (context, input) => changePlan(context, input)),
    implement(makeSetupCode, (context) => showSetupLink(needs, context)),
    implementPrepared(
      setUp,
      (context, input) => prepareSetup(needs, context, input),
      (context, input, hash) => setUpRegion(needs, context, input, hash),
    ),
    implement(declared.getCaller, async (context) => describeCaller(context)),
  ];
}

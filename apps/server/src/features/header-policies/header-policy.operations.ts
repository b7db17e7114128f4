import * as declared from "@lintel/contract/operations/header-policy";
import * as ofOrganization from "@lintel/contract/operations/org-header-policy";
import {
  implement,
  type Implementation,
  type OrganizationContext,
  type ProjectContext,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addPolicy,
  changePolicy,
  listPolicies,
  readPolicy,
  removePolicy,
} from "./header-policy.service.ts";
import type { PolicyPlace } from "./header-policy.store.ts";

const inProject = ({ organizationId, projectId }: ProjectContext): PolicyPlace => ({
  organizationId,
  projectId,
});

const inOrganization = ({ organizationId }: OrganizationContext): PolicyPlace => ({
  organizationId,
  projectId: null,
});

export function headerPolicyOperations(platform: Pick<Platform, "clock">): Implementation[] {
  return [
    implement(declared.listHeaderPolicies, (context, input) =>
      listPolicies(context, inProject(context), input),
    ),
    implement(declared.createHeaderPolicy, (context, input) =>
      addPolicy(platform, context, inProject(context), input),
    ),
    implement(declared.getHeaderPolicy, (context, input) =>
      readPolicy(context, inProject(context), input.policyId),
    ),
    implement(declared.updateHeaderPolicy, (context, input) =>
      changePolicy(context, inProject(context), input),
    ),
    implement(declared.deleteHeaderPolicy, (context, input) =>
      removePolicy(context, inProject(context), input.policyId),
    ),
    implement(ofOrganization.listOrgHeaderPolicies, (context, input) =>
      listPolicies(context, inOrganization(context), input),
    ),
    implement(ofOrganization.createOrgHeaderPolicy, (context, input) =>
      addPolicy(platform, context, inOrganization(context), input),
    ),
    implement(ofOrganization.getOrgHeaderPolicy, (context, input) =>
      readPolicy(context, inOrganization(context), input.policyId),
    ),
    implement(ofOrganization.updateOrgHeaderPolicy, (context, input) =>
      changePolicy(context, inOrganization(context), input),
    ),
    implement(ofOrganization.deleteOrgHeaderPolicy, (context, input) =>
      removePolicy(context, inOrganization(context), input.policyId),
    ),
  ];
}

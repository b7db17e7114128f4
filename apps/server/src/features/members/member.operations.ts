import * as declared from "@lintel/contract/operations/member";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addOwnerAsOperator,
  addPerson,
  changeRole,
  listOrganizationMembers,
  readMember,
  removePerson,
} from "./member.service.ts";
import { changeProjectRole, dropProjectRole, listRolesInProject } from "./project-role.service.ts";

export function memberOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listMembers, (context, input) => listOrganizationMembers(context, input)),
    implement(declared.addMember, (context, input) => addPerson(platform, context, input)),
    implement(declared.getMember, (context, input) => readMember(context, input.userId)),
    implement(declared.updateMember, (context, input) => changeRole(context, input)),
    implement(declared.removeMember, (context, input) => removePerson(context, input)),
    implement(declared.addOwner, (context, input) => addOwnerAsOperator(platform, context, input)),
    implement(declared.setProjectRole, (context, input) => changeProjectRole(context, input)),
    implement(declared.clearProjectRole, (context, input) =>
      dropProjectRole(context, input.userId),
    ),
    implement(declared.listProjectRoles, (context, input) => listRolesInProject(context, input)),
  ];
}

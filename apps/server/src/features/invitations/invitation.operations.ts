import * as declared from "@lintel/contract/operations/invitation";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  accept,
  describeInvitation,
  prepareAcceptance,
  type Enroll,
} from "./accept-invitation.service.ts";
import { invite, listAll, revoke } from "./invitation.service.ts";

export function invitationOperations(platform: Platform, enroll: Enroll): Implementation[] {
  return [
    implement(declared.listInvitations, (context, input) => listAll(context, input)),
    implement(declared.inviteMember, (context, input) => invite(platform, context, input)),
    implement(declared.revokeInvitation, (context, input) => revoke(context, input.id)),
    implement(declared.readInvitation, (context, input) => describeInvitation(context, input)),
    implementPrepared(
      declared.acceptInvitation,
      (context, input) => prepareAcceptance(context, input),
      (context, input, hash) => accept(platform, context, input, hash, enroll),
    ),
  ];
}

import * as groups from "@lintel/contract/operations/scim-group";
import * as settings from "@lintel/contract/operations/scim-settings";
import * as users from "@lintel/contract/operations/scim-user";
import {
  implement,
  implementPrepared,
  type Feature,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { listRequests } from "./log/scim-log.service.ts";
import type { ScimLog } from "./log/scim-log.ts";
import { acceptMembership, declineMembership, listPending } from "./pending-membership.service.ts";
import {
  changeGroupParts,
  listGroups,
  provisionGroup,
  readScimGroup,
  removeGroup,
  replaceGroup,
} from "./scim-group.service.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import { scimUpkeep } from "./scim.schedule.ts";
import {
  addToken,
  changeSettings,
  listTokens,
  readSettings,
  readToken,
  revokeToken,
} from "./scim-settings.service.ts";
import {
  changeUserParts,
  listUsers,
  provisionUser,
  readScimUser,
  removeUser,
  replaceUser,
} from "./scim-user.service.ts";

export function scimFeature(platform: Platform, log: ScimLog): Feature {
  return {
    implementations: [
      ...scimOperations(platform),
      implementPrepared(
        settings.listScimRequests,
        // What this node has answered is complete; other nodes write within a second.
        () => log.flush(),
        (context, input) => listRequests(context, input),
      ),
    ],
    schedules: [scimUpkeep(platform)],
  };
}

function scimOperations(platform: ScimPlatform): Implementation[] {
  return [
    ...userOperations(platform),
    ...groupOperations(platform),
    ...settingsOperations(platform),
    implement(settings.listPendingMemberships, (context, input) => listPending(context, input)),
    implement(settings.declineMembership, (context, { id }) =>
      declineMembership(context, id.toLowerCase()),
    ),
    implement(settings.acceptMembership, (context, { id }) =>
      acceptMembership(platform, context, id.toLowerCase()),
    ),
  ];
}

function userOperations(platform: ScimPlatform): Implementation[] {
  return [
    implement(users.listScimUsers, (context, input) => listUsers(platform, context, input)),
    implement(users.getScimUser, (context, { id }) => readScimUser(platform, context, id)),
    implement(users.createScimUser, (context, input) => provisionUser(platform, context, input)),
    implement(users.replaceScimUser, (context, input) => replaceUser(platform, context, input)),
    implement(users.patchScimUser, (context, input) => changeUserParts(platform, context, input)),
    implement(users.deleteScimUser, (context, { id }) => removeUser(platform, context, id)),
  ];
}

function groupOperations(platform: ScimPlatform): Implementation[] {
  return [
    implement(groups.listScimGroups, (context, input) => listGroups(platform, context, input)),
    implement(groups.getScimGroup, (context, input) => readScimGroup(platform, context, input)),
    implement(groups.createScimGroup, (context, input) => provisionGroup(platform, context, input)),
    implement(groups.replaceScimGroup, (context, input) => replaceGroup(platform, context, input)),
    implement(groups.patchScimGroup, (context, input) =>
      changeGroupParts(platform, context, input),
    ),
    implement(groups.deleteScimGroup, (context, { id }) => removeGroup(platform, context, id)),
  ];
}

function settingsOperations(platform: ScimPlatform): Implementation[] {
  return [
    implement(settings.getScimSettings, (context) => readSettings(platform, context)),
    implement(settings.updateScimSettings, (context, input) =>
      changeSettings(platform, context, input),
    ),
    implement(settings.listScimTokens, (context, input) => listTokens(context, input)),
    implement(settings.createScimToken, (context, input) => addToken(platform, context, input)),
    implement(settings.getScimToken, (context, { id }) => readToken(context, id)),
    implement(settings.revokeScimToken, (context, { id }) => revokeToken(context, id)),
  ];
}

import * as declared from "@lintel/contract/operations/oauth";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  endGrant,
  grantToClient,
  listChoices,
  listClients,
  listGrants,
  narrowGrant,
  readGrant,
  revokeGrant,
} from "./grant.service.ts";
import { oauthCleanup } from "./oauth-cleanup.schedule.ts";

export function oauthFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listOauthGrants, (context, input) => listGrants(context, input)),
      implement(declared.getOauthGrant, (context, { id }) => readGrant(context, id)),
      implement(declared.narrowOauthGrant, (context, input) => narrowGrant(context, input)),
      implement(declared.revokeOauthGrant, (context, { id }) => revokeGrant(context, id)),
      implement(declared.listOauthClients, (context, input) => listClients(context, input)),
      implement(declared.listGrantChoices, (context) => listChoices(context)),
      implement(declared.authorizeClient, (context, input) =>
        grantToClient(platform, context, input),
      ),
      implement(declared.endOauthGrant, (context, input) => endGrant(context, input)),
    ],
    schedules: [oauthCleanup(platform)],
  };
}

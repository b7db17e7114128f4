import * as declared from "@lintel/contract/operations/email-domain";
import {
  implement,
  implementPrepared,
  type Feature,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { domainChecks } from "./email-domain.schedule.ts";
import {
  addDomain,
  listDomains,
  prepareCheck,
  readDomain,
  removeDomain,
  verifyDomain,
  confirmDomain,
} from "./email-domain.service.ts";
import {
  addBreakGlass,
  changeEnforcement,
  listBreakGlass,
  listWithoutSso,
  removeBreakGlass,
} from "./enforcement.service.ts";

/** Domains of e-mail addresses, and whether their people have to use single sign-on. */
export function emailDomainFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listEmailDomains, (context) => listDomains(context)),
      implement(declared.addEmailDomain, (context, input) =>
        addDomain(platform, context, input.domain),
      ),
      implement(declared.getEmailDomain, (context, input) => readDomain(context, input.domainId)),
      implementPrepared(
        declared.verifyEmailDomain,
        (context, input) => prepareCheck(platform, context, input.domainId),
        (context, input, check) => verifyDomain(context, input.domainId, check),
      ),
      implement(declared.deleteEmailDomain, (context, input) =>
        removeDomain(context, input.domainId),
      ),
      implement(declared.confirmEmailDomain, (context, input) =>
        confirmDomain(platform, context, input.domain),
      ),
      implement(declared.setSsoEnforcement, (context, input) => changeEnforcement(context, input)),
      implement(declared.listMembersWithoutSso, (context, input) => listWithoutSso(context, input)),
      implement(declared.listBreakGlassOwners, (context) => listBreakGlass(context)),
      implement(declared.addBreakGlassOwner, (context, input) =>
        addBreakGlass(context, input.userId),
      ),
      implement(declared.removeBreakGlassOwner, (context, input) =>
        removeBreakGlass(context, input),
      ),
    ],
    schedules: [domainChecks(platform)],
  };
}

import type { FastifyInstance } from "fastify";
import { acceptMembership, declineMembership } from "@lintel/contract/operations/scim-settings";
import { changeAccount } from "./account-call.ts";
import { formField } from "./page-call.ts";
import { pagePath } from "./page-path.ts";

/** `/account/memberships`: the answers of a person to organizations that provisioned them. */
export function mountMemberships(app: FastifyInstance): void {
  for (const [action, operation] of [
    ["accept", acceptMembership],
    ["decline", declineMembership],
  ] as const)
    app.post(`/account/memberships/${action}`, (request, reply) =>
      changeAccount(request, reply, async (call) => {
        await call(operation, { id: formField(request, "id") });
        return reply.redirect(pagePath(request, "/account"), 303);
      }),
    );
}

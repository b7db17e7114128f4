import type { FastifyRequest } from "fastify";
import type { SecondFactor } from "@lintel/contract/operations/second-factor";
import { markup, type Markup } from "@lintel/portal/html";
import { pagePath } from "./page-path.ts";

/** The part of the account page with the second factor. */
export function secondFactorSection(
  request: FastifyRequest,
  { enabledAt, recoveryCodesLeft }: SecondFactor,
): Markup {
  const path = pagePath(request, "/account/second-factor");
  if (enabledAt === null)
    return markup`<h2>Second factor</h2>
      <p class="hint">A sign-in with your password then also asks for a code of an app. A passkey needs no code.</p>
      <form method="post" action="${path}"><button>Set up a second factor</button></form>`;
  return markup`<h2>Second factor</h2>
    <p>A sign-in with your password asks for a code since ${enabledAt.slice(0, 10)}.
      ${recoveryCodesLeft} recovery codes are left.</p>
    <ul class="rows">
      <li><span>Recovery codes</span>
        <form method="post" action="${path}/recovery-codes"><button>Make new recovery codes</button></form></li>
      <li><span>Codes of an app</span>
        <form method="post" action="${path}/remove"><button>Remove the second factor</button></form></li>
    </ul>`;
}

import type { FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import { authorizeClient, listGrantChoices } from "@lintel/contract/operations/oauth";
import {
  delegablePermissions,
  permissions,
  roleAllows,
  type Permission,
} from "@lintel/contract/words/permissions";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import { markup, type Markup } from "@lintel/portal/html";
import { isVerifiedClient } from "../../features/oauth/grant.service.ts";
import type { BrowserSession } from "../pages/browser-session.ts";
import { alert, hiddenField } from "../pages/form-parts.ts";
import { callForPage, formField } from "../pages/page-call.ts";
import { kernelOf } from "../rest/rest.plugin.ts";

/** What a client asks for. */
export interface AskingClient {
  readonly clientId: string;
  readonly clientName: string;
  /** Where it receives its code; null for a device. */
  readonly redirectUri: string | null;
  readonly permissions: readonly Permission[];
}

/** A consent page, as it is shown now. */
export interface ConsentForm {
  readonly client: AskingClient;
  readonly session: BrowserSession;
  readonly choices: OutputOf<typeof listGrantChoices>["organizations"];
  /** The address to which the form is sent. */
  readonly action: string;
  /** The user code of a device, which the form sends again. */
  readonly userCode: string | null;
  readonly message: string | null;
}

export const readChoices = async (request: FastifyRequest, { secret }: BrowserSession) =>
  (await callForPage(request, { secret }, listGrantChoices, {})).organizations;

/** The host that receives the code, so that a person sees where their permissions go. */
export function hostOf({ redirectUri }: AskingClient): string | null {
  if (redirectUri === null) return null;
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

/** The page for one organization; where there are several and none is chosen, their list. */
export function showConsent(form: ConsentForm, chosen: string): Markup {
  const { client, session, choices, message } = form;
  const [only, ...others] = choices;
  const organization = others.length === 0 ? only : choices.find(({ slug }) => slug === chosen);
  return markup`${alert(message)}
    ${describeClient(client)}
    <p class="hint">You are signed in as ${session.user.email}.</p>
    ${choices.length === 0 && markup`<p>You belong to no organization, so there is nothing to allow.</p>`}
    ${organization === undefined ? chooseOrganization(form) : choosePermissions(form, organization)}`;
}

function describeClient(client: AskingClient): Markup {
  const { clientId, clientName, redirectUri } = client;
  const isLocal = redirectUri?.startsWith("http:") === true;
  const host = hostOf(client);
  const place =
    host === null
      ? markup`<p>It runs on another device, which shows the code that you entered.</p>`
      : markup`<p>What you allow goes to <strong>${host}</strong>${isLocal && ", a program on this computer"}.</p>`;
  return markup`<p><strong>${clientName}</strong> wants to use Lintel in your name.</p>
    ${describeOwner(clientId)}${place}`;
}

function describeOwner(clientId: string): Markup {
  // Any program can use the id of a public client (RFC 8252 §8.6).
  if (clientId === commandClientId)
    return markup`<p class="note">Continue only if you have just run <code>lintel login</code> yourself.
      Other programs can use this name too.</p>`;
  return isVerifiedClient(clientId)
    ? markup`<p>The owner of <strong>${new URL(clientId).host}</strong> confirms this name.</p>`
    : markup`<p class="note">The client chose this name itself. Nobody has confirmed it.</p>`;
}

function chooseOrganization(form: ConsentForm): Markup {
  const { action, choices, userCode } = form;
  return markup`<form method="post" action="${action}">
    ${userCode !== null && hiddenField("userCode", userCode)}
    <fieldset><legend>Organization</legend>
      ${choices.map(
        ({ name, slug }, at) => markup`<label class="choice"><input type="radio" name="organization"
          value="${slug}" ${at === 0 && markup`checked=""`} /> ${name}</label>`,
      )}
    </fieldset>
    ${choices.length > 0 && markup`<button class="primary" name="decision" value="choose">Continue</button>`}
    <button name="decision" value="deny" formnovalidate="">Deny</button>
  </form>`;
}

function choosePermissions(
  { client, session, action, userCode }: ConsentForm,
  organization: ConsentForm["choices"][number],
): Markup {
  const role = session.organizations.find(({ id }) => id === organization.id)?.role ?? "viewer";
  const offered = client.permissions.filter((name) => roleAllows(role, name));
  if (offered.length === 0)
    return markup`<form method="post" action="${action}">
      ${userCode !== null && hiddenField("userCode", userCode)}
      <p>Your role in <strong>${organization.name}</strong> allows nothing of what the client asks for.</p>
      <button name="decision" value="deny">Deny</button>
    </form>`;
  return markup`<form method="post" action="${action}">
    ${userCode !== null && hiddenField("userCode", userCode)}
    ${hiddenField("organization", organization.slug)}
    <p>Organization: <strong>${organization.name}</strong></p>
    <fieldset><legend>It may</legend>
      ${offered.map(
        (
          name,
        ) => markup`<label class="choice"><input type="checkbox" name="permission" value="${name}"
          checked="" /> ${permissions[name]} <code>${name}</code></label>`,
      )}
    </fieldset>
    <label for="project">Projects</label>
    <select id="project" name="project">
      <option value="">All projects that you see</option>
      ${organization.projects.map(({ id, name }) => markup`<option value="${id}">Only ${name}</option>`)}
    </select>
    <button class="primary" name="decision" value="allow">Allow</button>
    <button name="decision" value="deny">Deny</button>
  </form>`;
}

/** Stores what the person allowed. @throws Problem */
export async function storeConsent(
  request: FastifyRequest,
  { secret }: BrowserSession,
  client: AskingClient,
): Promise<OutputOf<typeof authorizeClient>> {
  const project = formField(request, "project");
  const fields = {
    clientId: client.clientId,
    clientName: client.clientName,
    redirectHost: hostOf(client),
    permissions: readPermissions(request).filter((name) => client.permissions.includes(name)),
    projectId: project === "" ? null : project,
  };
  const organizationId = formField(request, "organization");
  const about = { requestId: request.id, parent: request.span };
  const call = { operation: authorizeClient, ...about, evidence: { secret }, organizationId };
  const outcome = await kernelOf(request).callWithFields(call, fields);
  return (await outcome.output) as OutputOf<typeof authorizeClient>;
}

function readPermissions({ body }: FastifyRequest): Permission[] {
  const given = (body as Readonly<Record<string, unknown>> | undefined)?.["permission"];
  const words: readonly unknown[] = Array.isArray(given) ? given : [given];
  return delegablePermissions.filter((name) => words.includes(name));
}

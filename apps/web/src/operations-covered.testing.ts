import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { operations, type OperationName } from "@lintel/contract/catalog";

/** Why the sources of the web app do not call an operation: the reason, and the operations that it holds for. */
const elsewhere: Readonly<Record<string, readonly OperationName[]>> = {
  "the operator calls it on the server": [
    "createOrganization",
    "listOrganizations",
    "setOrganizationPlan",
    "addOwner",
    "verifyAuditLog",
    "erasePerson",
    "makePasswordReset",
    "makeSignInLink",
    "makeSetupCode",
    "confirmEmailDomain",
    "removeMemberSecondFactor",
  ],
  "the server's own pages call it: sign-in, invitation, consent, set-up, links out of mails": [
    "addMember",
    "readInvitation",
    "acceptInvitation",
    "signInWithPassword",
    "signInWithLink",
    "signInWithPasskey",
    "startPasskeySignIn",
    "signInWithSecondFactor",
    "requestPasswordReset",
    "resetPassword",
    "setUp",
    "beginSsoSignIn",
    "finishSamlSignIn",
    "finishOidcSignIn",
    "getSamlMetadata",
    "listSsoChoices",
    "listGrantChoices",
    "authorizeClient",
    "startPasskeyRegistration",
    "registerPasskey",
    "startSecondFactor",
    "enableSecondFactor",
    "renewRecoveryCodes",
    "unsubscribeFromNotices",
    "readShared",
    "readSharedReport",
    "makeReaderCode",
    "openReading",
    "endReading",
  ],
  "the frame of the app calls it by its address": ["refreshSession", "streamEvents"],
  "its own answer comes with the session, or by another operation that does the same": [
    "getCaller",
    "exportFindingsSarif",
    "moveEndpointToFolder",
    "searchSpec",
    "searchDocs",
  ],
  "programs call it: identity providers, gateways, pipelines, agents": [
    "listScimGroups",
    "getScimGroup",
    "createScimGroup",
    "replaceScimGroup",
    "patchScimGroup",
    "deleteScimGroup",
    "listScimUsers",
    "getScimUser",
    "createScimUser",
    "replaceScimUser",
    "patchScimUser",
    "deleteScimUser",
    "reportUsage",
    "getTrafficRules",
    "syncDocVersion",
    "findMissingDocAssets",
    "endOauthGrant",
    "setContext",
    "getContext",
    "listToolsets",
    "enableToolset",
  ],
  "a list or a tree that a page shows contains the same": [
    "getMember",
    "getProject",
    "getApiKey",
    "getGroupMapping",
    "getSsoConnection",
    "getOauthGrant",
    "getScimToken",
    "getEmailDomain",
    "getServiceAccount",
    "getWebhook",
    "getDocFolder",
    "getOrgHeaderComponent",
    "getHeaderPolicy",
    "getOrgHeaderPolicy",
    "getSpec",
    "listEndpoints",
    "listProjectRoles",
    "listOauthClients",
  ],
  "not in the app yet: an order of these lists, and deleting a file that no page shows": [
    "reorderSuites",
    "reorderEnvironments",
    "reorderComponents",
    "deleteDocAsset",
  ],
};

const folder = path.join(import.meta.dirname);

interface Source {
  /** Below `src`. */
  readonly file: string;
  readonly text: string;
}

/** The sources of the app, without what only lists names of operations. */
function readSources(): Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.ts$|\.testing\.ts$|stale-operations\.ts$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }));
}

/** A call has the name as its first text: `query("name", …)`, `useChange(api, "name", …)`, or a link of a download. */
const isCalled = (text: string, name: string): boolean =>
  new RegExp(
    `\\b(?:call|query|list|useChange|useRows|useEntity|downloadFile)\\w*\\(\\s*(?:[\\w.]+(?:\\(\\))?,\\s*)?"${name}"`,
  ).test(text);

/** Where an operation is called in the app, and why it is not. */
export interface CoveredOperation {
  readonly name: string;
  /** Files below `src`. */
  readonly files: readonly string[];
  readonly reasons: readonly string[];
}

/** Every operation of the catalogue. */
export function listCoveredOperations(): CoveredOperation[] {
  const sources = readSources();
  return Object.keys(operations).map((name) => ({
    name,
    files: sources.filter(({ text }) => isCalled(text, name)).map(({ file }) => file),
    reasons: Object.entries(elsewhere).flatMap(([reason, names]) =>
      names.filter((each) => each === name).map(() => reason),
    ),
  }));
}

/**
 * Operations that random calls with keys cannot bring to success, by what they need. Each has tests
 * of its own, and the canary proof plays them.
 */
const needs: Readonly<Record<string, readonly string[]>> = {
  "the session of a person": [
    "listSessions",
    "endSession",
    "changePassword",
    "listPendingMemberships",
    "acceptMembership",
    "declineMembership",
    "listPasskeys",
    "renamePasskey",
    "removePasskey",
    "getSecondFactor",
    "removeSecondFactor",
    "getOauthGrant",
    "narrowOauthGrant",
    "revokeOauthGrant",
    "createServiceAccount",
    "getServiceAccount",
    "updateServiceAccount",
    "deleteServiceAccount",
    "updateScimSettings",
    "createScimToken",
    "getScimToken",
    "revokeScimToken",
    "setSsoEnforcement",
    "listMembersWithoutSso",
    "addBreakGlassOwner",
    "removeBreakGlassOwner",
  ],
  "an identity provider": [
    "createSsoConnection",
    "getSsoConnection",
    "updateSsoConnection",
    "deleteSsoConnection",
    "testSsoConnection",
    "activateSsoConnection",
    "disableSsoConnection",
    "refreshSsoMetadata",
    "listSsoAttempts",
    "getGroupMapping",
    "updateGroupMapping",
    "deleteGroupMapping",
  ],
  "a scan that ran": [
    "getScanRun",
    "getScanRunDetails",
    "getFinding",
    "updateFinding",
    "listFindingChanges",
  ],
  "an answer of the domain name system": [
    "addEmailDomain",
    "getEmailDomain",
    "deleteEmailDomain",
    "verifyEmailDomain",
  ],
};

export const outOfReach: ReadonlySet<string> = new Set(Object.values(needs).flat());

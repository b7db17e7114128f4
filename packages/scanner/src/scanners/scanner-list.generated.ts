// Generated from the declarations by `npm run contract`; not to be edited.

import { authenticationWriting } from "./authentication-writing.scanner.ts";
import { authentication } from "./authentication.scanner.ts";
import { crossOrigin } from "./cross-origin.scanner.ts";
import { errorDisclosure } from "./error-disclosure.scanner.ts";
import { functionLevel } from "./function-level.scanner.ts";
import { massAssignment } from "./mass-assignment.scanner.ts";
import { objectReading } from "./object-reading.scanner.ts";
import { objectWriting } from "./object-writing.scanner.ts";
import { pageSize } from "./page-size.scanner.ts";
import { propertyExposure } from "./property-exposure.scanner.ts";
import { protectiveHeaders } from "./protective-headers.scanner.ts";
import { sqlInjection } from "./sql-injection.scanner.ts";
import { tokenForgery } from "./token-forgery.scanner.ts";
import { tokenClaims } from "./token-claims.scanner.ts";
import { tokenConfusion } from "./token-confusion.scanner.ts";
import { tokenExpiry } from "./token-expiry.scanner.ts";
import { tokenKeys } from "./token-keys.scanner.ts";
import { commandInjection } from "./command-injection.scanner.ts";
import { headerInjection } from "./header-injection.scanner.ts";
import { templateInjection } from "./template-injection.scanner.ts";
import { graphqlIntrospection } from "./graphql-introspection.scanner.ts";
import { nosqlInjection } from "./nosql-injection.scanner.ts";
import { openRedirect } from "./open-redirect.scanner.ts";
import { pathTraversal } from "./path-traversal.scanner.ts";
import { serverRequest } from "./server-request.scanner.ts";
import { archivedReading } from "./archived-reading.scanner.ts";
import { accountEnumeration } from "./account-enumeration.scanner.ts";
import { loginAttempts } from "./login-attempts.scanner.ts";
import { sessionCookies } from "./session-cookies.scanner.ts";
import { documentRules } from "./document-rules.scanner.ts";
import { oldVersions } from "./old-versions.scanner.ts";
import { outgoingCalls } from "./outgoing-calls.scanner.ts";
import { retiredOperations } from "./retired-operations.scanner.ts";
import { shadowInventory } from "./shadow-inventory.scanner.ts";
import { accessRules } from "./access-rules.scanner.ts";
import { businessFlows } from "./business-flows.scanner.ts";
import { accountWriting } from "./account-writing.scanner.ts";
import { objectQuery } from "./object-query.scanner.ts";
import type { Scanner } from "./scanner.types.ts";

export const scanners: readonly Scanner[] = [
  authenticationWriting,
  authentication,
  crossOrigin,
  errorDisclosure,
  functionLevel,
  massAssignment,
  objectReading,
  objectWriting,
  pageSize,
  propertyExposure,
  protectiveHeaders,
  sqlInjection,
  tokenForgery,
  tokenClaims,
  tokenConfusion,
  tokenExpiry,
  tokenKeys,
  commandInjection,
  headerInjection,
  templateInjection,
  graphqlIntrospection,
  nosqlInjection,
  openRedirect,
  pathTraversal,
  serverRequest,
  archivedReading,
  accountEnumeration,
  loginAttempts,
  sessionCookies,
  documentRules,
  oldVersions,
  outgoingCalls,
  retiredOperations,
  shadowInventory,
  accessRules,
  businessFlows,
  accountWriting,
  objectQuery,
];

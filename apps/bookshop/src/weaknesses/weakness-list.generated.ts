// Generated from the declarations by `npm run contract`; not to be edited.

import { bola } from "./bola.weakness.ts";
import { brokenAuth } from "./broken-auth.weakness.ts";
import { massAssignment } from "./mass-assignment.weakness.ts";
import { excessiveData } from "./excessive-data.weakness.ts";
import { noRateLimit } from "./no-rate-limit.weakness.ts";
import { unlimitedPageSize } from "./unlimited-page-size.weakness.ts";
import { bfla } from "./bfla.weakness.ts";
import { verboseErrors } from "./verbose-errors.weakness.ts";
import { missingSecurityHeaders } from "./missing-security-headers.weakness.ts";
import { openCors } from "./open-cors.weakness.ts";
import { searchInjection } from "./search-injection.weakness.ts";
import { blankTokenSecret } from "./blank-token-secret.weakness.ts";
import { eternalTokens } from "./eternal-tokens.weakness.ts";
import { expiredTokens } from "./expired-tokens.weakness.ts";
import { secretsInTokens } from "./secrets-in-tokens.weakness.ts";
import { tokenEmbeddedKey } from "./token-embedded-key.weakness.ts";
import { tokenKeyAddress } from "./token-key-address.weakness.ts";
import { tokenKeyConfusion } from "./token-key-confusion.weakness.ts";
import { tokenKeyId } from "./token-key-id.weakness.ts";
import { unsignedTokens } from "./unsigned-tokens.weakness.ts";
import { weakTokenSecret } from "./weak-token-secret.weakness.ts";
import { anyReturn } from "./any-return.weakness.ts";
import { bracketInjection } from "./bracket-injection.weakness.ts";
import { callbackTrial } from "./callback-trial.weakness.ts";
import { citationShell } from "./citation-shell.weakness.ts";
import { corsNull } from "./cors-null.weakness.ts";
import { corsPrefix } from "./cors-prefix.weakness.ts";
import { corsSuffix } from "./cors-suffix.weakness.ts";
import { coverFetch } from "./cover-fetch.weakness.ts";
import { downloadNameHeader } from "./download-name-header.weakness.ts";
import { downloadPath } from "./download-path.weakness.ts";
import { filterOperators } from "./filter-operators.weakness.ts";
import { graphqlSchema } from "./graphql-schema.weakness.ts";
import { likeInjection } from "./like-injection.weakness.ts";
import { lineExpressions } from "./line-expressions.weakness.ts";
import { slashReturn } from "./slash-return.weakness.ts";
import { strippedDownloadPath } from "./stripped-download-path.weakness.ts";
import { archivedOrders } from "./archived-orders.weakness.ts";
import { cursorPageSize } from "./cursor-page-size.weakness.ts";
import { newCustomerRecord } from "./new-customer-record.weakness.ts";
import { reviewEmail } from "./review-email.weakness.ts";
import { reviewRemoval } from "./review-removal.weakness.ts";
import { alertStatus } from "./alert-status.weakness.ts";
import { cookieCrossSite } from "./cookie-cross-site.weakness.ts";
import { cookieForScripts } from "./cookie-for-scripts.weakness.ts";
import { cookieWithoutSecure } from "./cookie-without-secure.weakness.ts";
import { debugRoute } from "./debug-route.weakness.ts";
import { exposedFile } from "./exposed-file.weakness.ts";
import { loginRevealsAccounts } from "./login-reveals-accounts.weakness.ts";
import { metricsRoute } from "./metrics-route.weakness.ts";
import { oldVersion } from "./old-version.weakness.ts";
import { retiredOperation } from "./retired-operation.weakness.ts";
import { unencryptedRedirect } from "./unencrypted-redirect.weakness.ts";
import { unencryptedWebhook } from "./unencrypted-webhook.weakness.ts";
import { versionHeaders } from "./version-headers.weakness.ts";
import { anyScope } from "./any-scope.weakness.ts";
import { deliveryBeforePayment } from "./delivery-before-payment.weakness.ts";
import { manyReviews } from "./many-reviews.weakness.ts";
import { invoiceOfOthers } from "./invoice-of-others.weakness.ts";
import { movedAlerts } from "./moved-alerts.weakness.ts";
import { ordersOfOthers } from "./orders-of-others.weakness.ts";
import { wishesForOthers } from "./wishes-for-others.weakness.ts";
import { wishesOfOthers } from "./wishes-of-others.weakness.ts";
import { pausedAlerts } from "./paused-alerts.weakness.ts";
import { withdrawnAlerts } from "./withdrawn-alerts.weakness.ts";
import { cancelledOrders } from "./cancelled-orders.weakness.ts";
import type { Weakness } from "./weakness.ts";

export const weaknesses: readonly Weakness[] = [
  bola,
  brokenAuth,
  massAssignment,
  excessiveData,
  noRateLimit,
  unlimitedPageSize,
  bfla,
  verboseErrors,
  missingSecurityHeaders,
  openCors,
  searchInjection,
  blankTokenSecret,
  eternalTokens,
  expiredTokens,
  secretsInTokens,
  tokenEmbeddedKey,
  tokenKeyAddress,
  tokenKeyConfusion,
  tokenKeyId,
  unsignedTokens,
  weakTokenSecret,
  anyReturn,
  bracketInjection,
  callbackTrial,
  citationShell,
  corsNull,
  corsPrefix,
  corsSuffix,
  coverFetch,
  downloadNameHeader,
  downloadPath,
  filterOperators,
  graphqlSchema,
  likeInjection,
  lineExpressions,
  slashReturn,
  strippedDownloadPath,
  archivedOrders,
  cursorPageSize,
  newCustomerRecord,
  reviewEmail,
  reviewRemoval,
  alertStatus,
  cookieCrossSite,
  cookieForScripts,
  cookieWithoutSecure,
  debugRoute,
  exposedFile,
  loginRevealsAccounts,
  metricsRoute,
  oldVersion,
  retiredOperation,
  unencryptedRedirect,
  unencryptedWebhook,
  versionHeaders,
  anyScope,
  deliveryBeforePayment,
  manyReviews,
  invoiceOfOthers,
  movedAlerts,
  ordersOfOthers,
  wishesForOthers,
  wishesOfOthers,
  pausedAlerts,
  withdrawnAlerts,
  cancelledOrders,
];

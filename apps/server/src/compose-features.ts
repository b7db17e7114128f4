import { apiKeyOperations } from "./features/api-keys/api-key.operations.ts";
import { auditLogFeature } from "./features/audit-log/audit-log.operations.ts";
import { endpointOperations } from "./features/endpoints/endpoint.operations.ts";
import { parameterOperations } from "./features/endpoints/parts/parameter.operations.ts";
import { requestBodyOperations } from "./features/endpoints/parts/request-body.operations.ts";
import { responseOperations } from "./features/endpoints/parts/response.operations.ts";
import { componentOperations } from "./features/components/component.operations.ts";
import { sealedEnvironments } from "./features/environments/environment.sealed.ts";
import { deprecationFeature } from "./features/deprecations/deprecation.operations.ts";
import { eventFeature } from "./features/events/event.operations.ts";
import { environmentOperations } from "./features/environments/environment.operations.ts";
import { headerComponentOperations } from "./features/header-components/header-component.operations.ts";
import { headerPolicyOperations } from "./features/header-policies/header-policy.operations.ts";
import { invitationOperations } from "./features/invitations/invitation.operations.ts";
import { passkeyOperations } from "./features/passkeys/passkey.operations.ts";
import { secondFactorOperations } from "./features/second-factors/second-factor.operations.ts";
import { sealedSecondFactors } from "./features/second-factors/second-factor.sealed.ts";
import { serviceAccountOperations } from "./features/service-accounts/service-account.operations.ts";
import { sessionFeature } from "./features/sessions/session.operations.ts";
import { emailDomainFeature } from "./features/email-domains/email-domain.operations.ts";
import { groupMappingFeature } from "./features/group-mappings/group-mapping.operations.ts";
import { memberOperations } from "./features/members/member.operations.ts";
import { enrollPerson, makeOwner } from "./features/members/member.service.ts";
import { organizationOperations } from "./features/organizations/organization.operations.ts";
import type { ScimLog } from "./features/scim/log/scim-log.ts";
import { scimFeature } from "./features/scim/scim.operations.ts";
import { projectOperations } from "./features/projects/project.operations.ts";
import { assetCleanup } from "./features/docs/doc-asset.schedule.ts";
import { docsOperations } from "./features/docs/docs.operations.ts";
import { loadText } from "./features/specs/load-text.ts";
import { specOperations } from "./features/specs/spec.operations.ts";
import { caseOperations } from "./features/suites/case.operations.ts";
import { writeSharedRun } from "./features/runs/run-report.service.ts";
import { runFeature } from "./features/runs/run.operations.ts";
import { readSuiteForRun } from "./features/suites/read-suite.ts";
import { toolContextOperations } from "./features/tool-context/tool-context.operations.ts";
import { openEnvironment } from "./features/environments/environment.service.ts";
import { reviewOperations } from "./features/reviews/review.operations.ts";
import { reportLinkOperations } from "./features/share-links/report-link.operations.ts";
import { shareLinkOperations } from "./features/share-links/share-link.operations.ts";
import { compareVersions } from "./features/specs/compare-versions.service.ts";
import { requestFeature } from "./features/requests/request.operations.ts";
import { readerOperations } from "./features/readers/reader.operations.ts";
import { ssoFeature } from "./features/sso/sso.operations.ts";
import { writeSharedFinding, writeSharedFindings } from "./features/security/finding.reports.ts";
import { securityFeature } from "./features/security/security.operations.ts";
import { presenceOperations } from "./features/presence/presence.operations.ts";
import { searchOperations } from "./features/search/search.operations.ts";
import { viewOperations } from "./features/views/saved-view.operations.ts";
import { webhookFeature } from "./features/webhooks/webhook.operations.ts";
import { noticeFeature } from "./features/notices/notice.operations.ts";
import { suiteOperations } from "./features/suites/suite.operations.ts";
import { oauthFeature } from "./features/oauth/oauth.operations.ts";
import { consumerFeature } from "./features/consumers/consumer.operations.ts";
import { hasRateLimit, listGatewayDays } from "./features/traffic/route.service.ts";
import { trafficFeature } from "./features/traffic/traffic.operations.ts";
import type { EnvironmentSource } from "./domain/environments/choose-environment.ts";
import type { DocumentPlatform } from "./domain/design/tasks/document-platform.ts";
import type { Feature } from "./platform/kernel/implementation.ts";

/** Every feature of the product, with what one feature needs of another or of a transport. */
export function composeFeatures(
  platform: DocumentPlatform,
  { scimLog }: { readonly scimLog: ScimLog },
): Feature[] {
  const environments = {
    readEnvironment: (...[db, place, id]: Parameters<EnvironmentSource["readEnvironment"]>) =>
      openEnvironment(platform, db, place, id),
  };
  return [
    {
      implementations: organizationOperations({
        clock: platform.clock,
        publicOrigin: platform.publicOrigin,
        setupCodes: platform.setupCodes,
        makeOwner: (db, owner) => makeOwner(platform, db, owner),
      }),
    },
    { implementations: memberOperations(platform) },
    { implementations: serviceAccountOperations(platform) },
    sessionFeature(platform),
    { implementations: readerOperations(platform) },
    { implementations: passkeyOperations(platform) },
    { implementations: secondFactorOperations(platform), sealed: [sealedSecondFactors] },
    {
      implementations: invitationOperations(platform, (db, member) =>
        enrollPerson(platform, db, member),
      ),
    },
    groupMappingFeature(platform),
    ssoFeature(platform),
    scimFeature(platform, scimLog),
    emailDomainFeature(platform),
    { implementations: projectOperations(platform) },
    { implementations: apiKeyOperations(platform) },
    oauthFeature(platform),
    auditLogFeature(platform),
    eventFeature(platform),
    { implementations: environmentOperations(platform), sealed: [sealedEnvironments] },
    { implementations: specOperations(platform) },
    { implementations: docsOperations(platform), schedules: [assetCleanup(platform)] },
    { implementations: endpointOperations(platform) },
    {
      implementations: [
        ...parameterOperations(platform),
        ...requestBodyOperations(platform),
        ...responseOperations(platform),
      ],
    },
    { implementations: componentOperations(platform) },
    { implementations: headerComponentOperations(platform) },
    { implementations: headerPolicyOperations(platform) },
    { implementations: reviewOperations(platform) },
    {
      implementations: shareLinkOperations(platform, (context, versions) =>
        compareVersions(platform, context, versions),
      ),
    },
    {
      implementations: reportLinkOperations(platform, {
        writeRun: writeSharedRun,
        writeFinding: writeSharedFinding,
        writeFindings: writeSharedFindings,
      }),
    },
    { implementations: viewOperations(platform) },
    { implementations: presenceOperations() },
    { implementations: searchOperations() },
    deprecationFeature(platform, { hasRateLimit, listGatewayDays }),
    webhookFeature(platform),
    noticeFeature(platform),
    trafficFeature(platform),
    consumerFeature(platform),
    { implementations: toolContextOperations() },
    { implementations: [...suiteOperations(platform), ...caseOperations(platform)] },
    runFeature(platform, { ...environments, readSuite: readSuiteForRun }),
    requestFeature(platform, environments),
    securityFeature(platform, {
      ...environments,
      readSuite: readSuiteForRun,
      fetchDocument: (url) => loadText(platform.egress, { url }),
    }),
  ];
}

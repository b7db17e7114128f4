import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { readListSearch } from "../pages/settings/use-list-search.ts";
import { SettingsCrumb } from "../shell/organization-crumbs.tsx";
import { organizationRoute } from "./organization.route.ts";

/** The settings of an organization. */
export const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "settings",
  staticData: { crumb: SettingsCrumb },
  component: lazyRouteComponent(
    () => import("../pages/settings/settings-frame.tsx"),
    "SettingsFrame",
  ),
});

const settingsStartRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  beforeLoad: ({ params: { org } }) => {
    throw redirect({ to: "/$org/settings/general", params: { org }, replace: true });
  },
});

const shared = { getParentRoute: () => settingsRoute, validateSearch: readListSearch };

export const settingsRoutes = [
  settingsStartRoute,
  createRoute({
    ...shared,
    path: "general",
    component: lazyRouteComponent(
      () => import("../pages/settings/general/general-page.tsx"),
      "GeneralPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "people",
    component: lazyRouteComponent(
      () => import("../pages/settings/people/people-page.tsx"),
      "PeoplePage",
    ),
  }),
  createRoute({
    ...shared,
    path: "service-accounts",
    component: lazyRouteComponent(
      () => import("../pages/settings/service-accounts/service-accounts-page.tsx"),
      "ServiceAccountsPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "keys",
    component: lazyRouteComponent(() => import("../pages/settings/keys/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    ...shared,
    path: "clients",
    component: lazyRouteComponent(
      () => import("../pages/settings/clients/clients-page.tsx"),
      "ClientsPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "sso",
    component: lazyRouteComponent(() => import("../pages/settings/sso/sso-page.tsx"), "SsoPage"),
  }),
  createRoute({
    ...shared,
    path: "domains",
    component: lazyRouteComponent(
      () => import("../pages/settings/domains/domains-page.tsx"),
      "DomainsPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "mappings",
    component: lazyRouteComponent(
      () => import("../pages/settings/mappings/mappings-page.tsx"),
      "MappingsPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "scim",
    component: lazyRouteComponent(() => import("../pages/settings/scim/scim-page.tsx"), "ScimPage"),
  }),
  createRoute({
    ...shared,
    path: "headers",
    component: lazyRouteComponent(
      () => import("../pages/settings/headers/org-headers-page.tsx"),
      "OrgHeadersPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "rules",
    component: lazyRouteComponent(
      () => import("../pages/settings/rules/rules-page.tsx"),
      "RulesPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "webhooks",
    component: lazyRouteComponent(
      () => import("../pages/settings/webhooks/webhooks-page.tsx"),
      "WebhooksPage",
    ),
  }),
  createRoute({
    ...shared,
    path: "audit",
    component: lazyRouteComponent(
      () => import("../pages/settings/audit/audit-page.tsx"),
      "AuditPage",
    ),
  }),
] as const;

import { roleAllows, type Permission, type Role } from "@lintel/contract/words/permissions";

export interface SettingsPage {
  readonly id: string;
  readonly name: string;
  readonly group: "Organization" | "Access" | "Sign-in" | "Rules and records";
  /** Who cannot do this does not see the page. */
  readonly permission: Permission;
}

/** The pages of the settings, in the order of their list. */
export const settingsPages: readonly SettingsPage[] = [
  { id: "general", name: "General", group: "Organization", permission: "org:read" },
  { id: "people", name: "People", group: "Organization", permission: "org:read" },
  { id: "service-accounts", name: "Service accounts", group: "Access", permission: "org:read" },
  { id: "keys", name: "API keys", group: "Access", permission: "org:read" },
  { id: "clients", name: "Connected clients", group: "Access", permission: "org:read" },
  { id: "sso", name: "Single sign-on", group: "Sign-in", permission: "org:manage-security" },
  { id: "domains", name: "E-mail domains", group: "Sign-in", permission: "org:manage-security" },
  { id: "mappings", name: "Group mappings", group: "Sign-in", permission: "org:manage-members" },
  { id: "scim", name: "SCIM", group: "Sign-in", permission: "org:manage-members" },
  {
    id: "headers",
    name: "Headers",
    group: "Rules and records",
    permission: "org:manage-governance",
  },
  { id: "rules", name: "Design rules", group: "Rules and records", permission: "org:read" },
  {
    id: "webhooks",
    name: "Webhooks",
    group: "Rules and records",
    permission: "org:manage-security",
  },
  { id: "audit", name: "Audit log", group: "Rules and records", permission: "org:manage-security" },
];

export function shownPages(role: Role): readonly SettingsPage[] {
  return settingsPages.filter(({ permission }) => roleAllows(role, permission));
}

import { useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { AccountPageId } from "./account-pages.ts";
import { OrganizationsPage } from "./organizations-page.tsx";
import { PreferencesPage } from "./preferences-page.tsx";
import { SessionsPage } from "./sessions-page.tsx";
import { SignInMethodsPage } from "./sign-in-methods-page.tsx";

const pages: Readonly<Record<AccountPageId, ComponentType>> = {
  "sign-in": SignInMethodsPage,
  sessions: SessionsPage,
  organizations: OrganizationsPage,
  preferences: PreferencesPage,
};

/** One page of the own account. */
export function AccountPage() {
  const { page } = useParams({ from: "/account/$page" });
  const Shown = pages[page as AccountPageId];
  return <Shown />;
}

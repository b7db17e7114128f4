import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  listOrgHeaderComponents,
  manageOrgHeaderComponent,
} from "@lintel/contract/operations/org-header-component";
import type { HeaderComponent } from "@lintel/contract/shapes/header-component";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { wholeList } from "../../platform/paging.ts";
import { checkAction } from "./header-component.rules.ts";
import { selectHeaders, type HeaderPlace } from "./header-component.store.ts";
import { toSharedHeader } from "./header-component.view.ts";
import { addHeader, changeHeader, findHeader, removeHeader } from "./shared-header.service.ts";

const placeOf = ({ organizationId }: OrganizationContext): HeaderPlace => ({
  organizationId,
  projectId: null,
});

export async function listOrganizationHeaders(
  context: OrganizationContext,
): Promise<OutputOf<typeof listOrgHeaderComponents>> {
  const rows = await selectHeaders(context.db, placeOf(context));
  return wholeList(rows.map(toSharedHeader));
}

export async function readOrganizationHeader(
  context: OrganizationContext,
  componentId: string,
): Promise<HeaderComponent> {
  return toSharedHeader(await findHeader(context, placeOf(context), componentId));
}

export async function manageOrganizationHeader(
  platform: Pick<Platform, "clock">,
  context: OrganizationContext,
  input: InputOf<typeof manageOrgHeaderComponent>,
): Promise<OutputOf<typeof manageOrgHeaderComponent>> {
  checkAction(input);
  const place = placeOf(context);
  const { action, componentId = "", rowVersion = "" } = input;
  if (action === "delete") {
    await removeHeader(context, place, componentId);
    return { component: null, warnings: [] };
  }
  const row =
    action === "create"
      ? await addHeader(platform, context, place, input)
      : await changeHeader(context, place, componentId, rowVersion, input);
  return { component: toSharedHeader(row), warnings: [] };
}

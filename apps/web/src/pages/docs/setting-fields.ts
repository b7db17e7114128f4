import type { Output } from "../../api/api.ts";

/** What a person can set of a documentation; an empty text is none. */
export interface SettingFields {
  readonly name: string;
  readonly slug: string;
  readonly portalEnabled: boolean;
  readonly requireApproval: boolean;
  readonly allowsExternalImages: boolean;
  readonly logoUrl: string;
  readonly faviconUrl: string;
  readonly primaryColor: string;
  readonly typeface: "" | "geist";
}

export const settingLabels: Readonly<Record<keyof SettingFields, string>> = {
  name: "Name",
  slug: "Address in the portal",
  portalEnabled: "The portal shows this documentation",
  requireApproval: "A version is reviewed before it is published",
  allowsExternalImages:
    "Pages show images of other sites, which then see the readers' IP addresses",
  logoUrl: "Logo",
  faviconUrl: "Icon of the tab",
  primaryColor: "Accent colour",
  typeface: "Typeface",
};

export function toSettings(documentation: Output<"getDocumentation">): SettingFields {
  const { name, slug, portalEnabled, requireApproval, allowsExternalImages, branding } =
    documentation;
  return {
    name,
    slug,
    portalEnabled,
    requireApproval,
    allowsExternalImages,
    logoUrl: branding.logoUrl ?? "",
    faviconUrl: branding.faviconUrl ?? "",
    primaryColor: branding.primaryColor ?? "",
    typeface: branding.typeface ?? "",
  };
}

/** Only a person who may publish sends the settings; others change the name and the address. */
export function toUpdate(fields: SettingFields, canPublish: boolean) {
  const { name, slug, portalEnabled, requireApproval, allowsExternalImages } = fields;
  if (!canPublish) return { name, slug };
  const branding = {
    logoUrl: fields.logoUrl || null,
    faviconUrl: fields.faviconUrl || null,
    primaryColor: fields.primaryColor || null,
    typeface: fields.typeface || null,
  };
  return { name, slug, portalEnabled, requireApproval, allowsExternalImages, branding };
}

import type { SiteBranding } from "../../features/portal/site.types.ts";
import { contentPolicy } from "@lintel/markdown/safety/content-policy";

/** Security headers of every answer of the portal. */
const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

/** The portal's own search is a form; user content cannot contain one. */
const ownPolicy = contentPolicy.replace("form-action 'none'", "form-action 'self'");

/**
 * @param branding - its images may be from other origins; null if there is none
 * @param options - `sendsRequests`: the page can call an API from the browser; `hasFrames`: frames of the portal draw
 * diagrams of the page; `hasExternalImages`: the documentation allows images of other sites
 */
export function pageHeaders(
  branding: Pick<SiteBranding, "logoUrl" | "faviconUrl"> | null,
  { sendsRequests = false, hasFrames = false, hasExternalImages = false } = {},
): Record<string, string> {
  const pictures = [branding?.logoUrl ?? null, branding?.faviconUrl ?? null];
  const images = pictures.map((url) => (url === null ? "" : ` ${new URL(url).origin}`)).join("");
  return {
    ...common,
    "content-security-policy": ownPolicy
      // A reader can call an operation on any server that its document names.
      .replace("connect-src 'self'", sendsRequests ? "connect-src 'self' https: http:" : "$&")
      .replace("frame-src 'none'", hasFrames ? "frame-src 'self'" : "$&")
      .replace("img-src 'self'", `img-src 'self'${hasExternalImages ? " https:" : images}`),
    "x-frame-options": "DENY",
  };
}

/** Files that users uploaded: opened directly, they run nothing and have an opaque origin. */
export const assetHeaders: Readonly<Record<string, string>> = {
  ...common,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "same-origin",
};

export const fileHeaders: Readonly<Record<string, string>> = {
  ...common,
  "cross-origin-resource-policy": "same-origin",
};

/**
 * The frame that draws a diagram has an opaque origin, also if it is opened directly. It may use inline styles, loads
 * only modules of the portal, and can be embedded only in the portal's pages.
 */
export const frameHeaders: Readonly<Record<string, string>> = {
  ...common,
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join("; "),
  "cross-origin-resource-policy": "same-origin",
};

/** Modules of that frame: for a document with an opaque origin, they are cross-origin. */
export const frameScriptHeaders: Readonly<Record<string, string>> = {
  ...common,
  "access-control-allow-origin": "*",
};

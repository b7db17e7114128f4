import type { SiteBranding } from "../../features/portal/site.types.ts";
import { contentPolicy } from "@lintel/markdown/safety/content-policy";

/** What every answer of the portal says to the browser. */
const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

/** The portal's own search is a form; what users write can hold none. */
const ownPolicy = contentPolicy.replace("form-action 'none'", "form-action 'self'");

/**
 * @param branding - whose pictures may be of other origins; null where there is none
 * @param options - `sendsRequests`: the page lets a reader call an API from the browser; `hasFrames`: frames of the
 * portal draw diagrams of the page; `hasExternalImages`: the documentation allows images of other sites
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
      // A reader tries an operation on whatever server its document names.
      .replace("connect-src 'self'", sendsRequests ? "connect-src 'self' https: http:" : "$&")
      .replace("frame-src 'none'", hasFrames ? "frame-src 'self'" : "$&")
      .replace("img-src 'self'", `img-src 'self'${hasExternalImages ? " https:" : images}`),
    "x-frame-options": "DENY",
  };
}

/** Files that users gave: opened by themselves they run nothing and belong to no origin. */
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
 * The frame that draws a diagram: opaque, also when it is opened by itself. Styles are its own affair; it loads modules of
 * the portal and nothing else, and only the portal's pages hold it.
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

/** Modules of that frame: a document with an opaque origin gets them as one of another origin. */
export const frameScriptHeaders: Readonly<Record<string, string>> = {
  ...common,
  "access-control-allow-origin": "*",
};

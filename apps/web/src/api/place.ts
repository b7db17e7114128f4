/** null in tests, which list addresses without a page. */
const page = typeof document === "undefined" ? null : document;

function readMeta(name: string): string {
  return page?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** The path in front of every address of the app: `/us` in region us. */
export const base = readMeta("lintel-base");

export const region = base.endsWith("/us") ? "us" : "eu";

/** The build of this page; the server announces newer ones. */
export const buildId = readMeta("lintel-build");

/** The nonce with which the policy of the page allows styles. */
export const styleNonce =
  page?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

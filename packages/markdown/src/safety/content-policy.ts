/**
 * The Content-Security-Policy (Level 3) of rendered pages: no inline script or style, and nothing from other origins. A
 * portal that draws diagrams in an island adds that frame's origin.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The Content-Security-Policy (Level 3) that rendered pages live under: no inline script or style, nothing of other
 * origins. A portal that draws diagrams in an island adds that frame's origin.
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

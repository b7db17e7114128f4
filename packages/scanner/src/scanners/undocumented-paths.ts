/** A path that APIs have in addition to those of their document. */
export interface UsualPath {
  readonly path: string;
  readonly kind: "function" | "file" | "document";
  /**
   * What the answer contains if it is what its name says; without it, any text counts. It matches no
   * secret, because evidence shows what it matches.
   */
  readonly sign?: RegExp;
}

const functions = `/debug /debug/vars /debug/pprof/ /_debug /metrics /actuator /actuator/env /actuator/heapdump
  /admin /administrator /internal /internal/config /management /manage /console /h2-console /config /env
  /trace /dump /server-status /phpinfo.php /jolokia /monitoring /logs /test`;

const variables = /^[A-Z][A-Z0-9_]*\s*=/m;
const sql = /\b(?:CREATE TABLE|INSERT INTO|PRAGMA)\b/i;

const files: readonly (readonly [path: string, sign: RegExp])[] = [
  ["/.env", variables],
  ["/.env.local", variables],
  ["/.env.production", variables],
  ["/.git/HEAD", /^(?:ref: refs\/|[0-9a-f]{40}$)/m],
  ["/.git/config", /^\[core\]/m],
  ["/.svn/entries", /^\d+\s/],
  ["/.htpasswd", /^[\w.-]+:(?=[$\w./])/m],
  ["/backup.sql", sql],
  ["/dump.sql", sql],
  ["/database.sqlite", /^SQLite format 3/],
  ["/docker-compose.yml", /^services:/m],
  ["/package.json", /"(?:dependencies|scripts)"\s*:/],
  ["/composer.json", /"require"\s*:/],
  ["/web.config", /<configuration/i],
  ["/config.json", /"[^"]*(?:password|secret|key|token)[^"]*"\s*:/i],
  ["/id_rsa", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
];

const documents = `/openapi.json /openapi.yaml /swagger.json /swagger.yaml /api-docs /v2/api-docs /v3/api-docs
  /swagger/v1/swagger.json`;
const documentSign = /["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./;

const split = (text: string): string[] => text.split(/\s+/);

/** The paths in the order in which they are asked for. By their names, none changes anything. */
export const usualPaths: readonly UsualPath[] = [
  ...split(functions).map((path): UsualPath => ({ path, kind: "function" })),
  ...files.map(([path, sign]): UsualPath => ({ path, kind: "file", sign })),
  ...split(documents).map((path): UsualPath => ({ path, kind: "document", sign: documentSign })),
];

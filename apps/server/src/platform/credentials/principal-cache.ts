import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import type { CredentialKind, ResolvedCredential } from "./credential-kind.ts";
import { invalidKey, readSecret } from "./credential-kinds.ts";
import { createRecentMap } from "../recent-map.ts";
import { createVersionReader, selectVersions } from "./version-reader.ts";

/** A credential from memory. It must not decide an answer before `isCurrent` is true. */
export interface CacheHit {
  readonly credential: ResolvedCredential;
  /** Whether it holds at some moment after the call arrived; the read starts after the lookup. */
  readonly isCurrent: Promise<boolean>;
}

/** Credentials, kept between calls and revalidated at every call. */
export interface PrincipalCache {
  /** From memory, with the revalidation begun; null where none is kept that could hold. */
  find(secret: string | undefined, named: string | null): CacheHit | null;
  /** From the database; holds as of now. `named`: the organization that the call names. */
  resolve(secret: string | undefined, named: string | null): Promise<ResolvedCredential>;
  /** Whether the project existed at the version that the credential was read at. */
  knowsProject(credential: ResolvedCredential, projectId: string): boolean;
  /** Keeps that a project existed, as one statement found it together with the version. */
  keepProject(projectId: string, organizationId: string, authVersion: string): void;
}

type Proof = NonNullable<ResolvedCredential["proof"]>;

/** The last use of a credential is written at most this often. */
const lastUseIntervalMs = 60_000;
/** Some 2 kB each. */
const maxCredentials = 10_000;
const maxProjects = 10_000;

/**
 * Triggers count every change to what a principal is made of in the organization's `auth_version`:
 * what was read at a version holds for as long as that is the version. Only credentials that were
 * good are kept, by the digest of their secret.
 */
export function createPrincipalCache(options: {
  readonly region: string;
  readonly database: () => Promise<Database>;
  readonly clock: Clock;
}): PrincipalCache {
  const { region, database, clock } = options;
  const credentials = createRecentMap<string, ResolvedCredential>(maxCredentials);
  const projects = createRecentMap<string, Proof>(maxProjects);
  const versions = createVersionReader(async (ids) => selectVersions(await database(), ids));

  async function prove(
    kind: CredentialKind,
    entry: string,
    credential: ResolvedCredential,
    { organizationId, authVersion }: Proof,
  ): Promise<boolean> {
    if ((await versions.read(organizationId)) !== authVersion) {
      if (credentials.get(entry) === credential) credentials.delete(entry);
      return false;
    }
    await noteUse(kind, credential);
    return true;
  }

  async function noteUse(kind: CredentialKind, used: ResolvedCredential): Promise<void> {
    const now = clock.now();
    const since = now.getTime() - lastUseIntervalMs;
    if (used.lastUsedAt !== null && used.lastUsedAt.getTime() > since) return;
    // Set before the write, so that calls during the write do not write as well.
    used.lastUsedAt = now;
    await kind.writeUse(await database(), used, now, new Date(since));
  }

  // A session is a different caller in each organization that its calls name.
  const entryOf = (kind: CredentialKind, digest: string, named: string | null) =>
    kind.isOfPerson && named !== null ? `${digest} ${named}` : digest;

  return {
    find(secret, named) {
      const { kind, digest } = readSecret(region, secret);
      const entry = entryOf(kind, digest, named);
      const credential = credentials.get(entry);
      const { proof = null, expiresAt = 0 } = credential ?? {};
      if (credential === undefined || proof === null || expiresAt <= clock.now().getTime())
        return null;
      const isCurrent = prove(kind, entry, credential, proof);
      // A call that is refused for another reason never waits for the proof.
      isCurrent.catch(() => {});
      return { credential, isCurrent };
    },
    async resolve(secret, named) {
      // A text that cannot be a secret must not open a region that is still closed.
      const { kind, digest } = readSecret(region, secret);
      const credential = await kind.resolve(await database(), digest, clock.now(), named);
      if (credential === null) throw invalidKey(region);
      if (credential.proof !== null) credentials.set(entryOf(kind, digest, named), credential);
      await noteUse(kind, credential);
      return credential;
    },
    knowsProject({ proof }, projectId) {
      const known = projects.get(projectId);
      return (
        known !== undefined &&
        known.organizationId === proof?.organizationId &&
        known.authVersion === proof.authVersion
      );
    },
    keepProject: (projectId, organizationId, authVersion) =>
      projects.set(projectId, { organizationId, authVersion }),
  };
}

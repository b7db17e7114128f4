import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import { noteUse } from "./note-use.ts";
import { createRecentMap } from "../recent-map.ts";
import { digestKey, resolveKey, type Standing } from "./resolve-key.ts";
import { createVersionReader, selectVersions } from "./version-reader.ts";

/** A caller from memory. Nothing may be answered on its word before the proof says true. */
export interface Recalled {
  readonly standing: Standing;
  /** Whether it holds as of some moment after the call arrived; the read has still to start. */
  readonly proof: Promise<boolean>;
}

/** Who calls with a key: kept between calls, and proved anew at every one. */
export interface PrincipalCache {
  /** From memory, with the proof begun; null where nothing that could hold is kept. */
  recall(secret: string | undefined): Recalled | null;
  /** From the database; holds as of now. */
  resolve(secret: string | undefined): Promise<Standing>;
  /** Whether the project was there at the version that the standing is of. */
  knowsProject(standing: Standing, projectId: string): boolean;
  /** Keeps that a project was there, as one statement found it together with the version. */
  keepProject(projectId: string, organizationId: string, authVersion: string): void;
}

/** Some 2 kB each. */
const maxKeys = 10_000;
const maxProjects = 10_000;

/**
 * Triggers count every change to what a standing is made of in the organization's `auth_version`:
 * what was read at a version holds for as long as that is the version. Only callers who were found
 * good are kept, by the digest of their key.
 */
export function createPrincipalCache(options: {
  readonly region: string;
  readonly database: () => Promise<Database>;
  readonly clock: Clock;
}): PrincipalCache {
  const { region, database, clock } = options;
  const standings = createRecentMap<string, Standing>(maxKeys);
  const projects = createRecentMap<string, { organizationId: string; authVersion: string }>(
    maxProjects,
  );
  const versions = createVersionReader(async (ids) => selectVersions(await database(), ids));

  async function prove(digest: string, standing: Standing): Promise<boolean> {
    const version = await versions.read(standing.principal.organization.id);
    if (version !== standing.authVersion) {
      if (standings.get(digest) === standing) standings.delete(digest);
      return false;
    }
    await noteUse(database, standing, clock.now());
    return true;
  }

  return {
    recall(secret) {
      const digest = digestKey(region, secret);
      const standing = standings.get(digest);
      if (standing === undefined) return null;
      if (standing.expiresAt !== null && standing.expiresAt <= clock.now()) {
        standings.delete(digest);
        return null;
      }
      const proof = prove(digest, standing);
      // Who refuses a call for another reason never looks at the proof.
      proof.catch(() => {});
      return { standing, proof };
    },
    async resolve(secret) {
      // What is no key of ours at all must not cost a region that is still closed.
      const digest = digestKey(region, secret);
      const db = await database();
      const standing = await resolveKey(db, clock.now(), region, digest);
      standings.set(digest, standing);
      await noteUse(database, standing, clock.now());
      return standing;
    },
    knowsProject(standing, projectId) {
      const known = projects.get(projectId);
      return (
        known !== undefined &&
        known.organizationId === standing.principal.organization.id &&
        known.authVersion === standing.authVersion
      );
    },
    keepProject: (projectId, organizationId, authVersion) =>
      projects.set(projectId, { organizationId, authVersion }),
  };
}

import type { Platform } from "../../platform/kernel/platform.ts";
import * as artifacts from "./artifact.store.ts";
import type { ArtifactKind, StoredArtifact } from "./artifact.types.ts";
import { insertClient, useClient, type ClientMetadata } from "./client.store.ts";
import { selectActiveGrant, type StoredGrant } from "./grant.store.ts";

/** What the authorization server stores in the database of its region, apart from operations. */
export interface OauthStorage {
  save(artifact: Omit<artifacts.NewArtifact, "expiresAt">, seconds: number): Promise<void>;
  find(kind: ArtifactKind, digest: string): Promise<StoredArtifact | undefined>;
  findByUserCode(userCode: string): Promise<StoredArtifact | undefined>;
  /** Whether this call used the artifact: of several at the same time, on any node, one does. */
  consume(digest: string): Promise<boolean>;
  remove(digest: string): Promise<void>;
  removeOf(kind: ArtifactKind, grantId: string): Promise<void>;
  /** Keeps the answer to the use of a refresh token. */
  saveAnswer(digest: string, answer: string): Promise<void>;
  /** The answer to a use within the last milliseconds; null until it is stored; undefined: no use. */
  findAnswer(digest: string, withinMs: number): Promise<string | null | undefined>;
  addClient(id: string, metadata: ClientMetadata): Promise<void>;
  findClient(id: string): Promise<ClientMetadata | undefined>;
  /** A grant that is in force, of an active member. */
  findGrant(id: string): Promise<StoredGrant | undefined>;
}

export function createOauthStorage({
  database,
  clock,
}: Pick<Platform, "database" | "clock">): OauthStorage {
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  return {
    save: async (artifact, seconds) =>
      artifacts.saveArtifact(await database(), { ...artifact, expiresAt: later(seconds * 1000) }),
    find: async (kind, digest) => artifacts.selectArtifact(await database(), kind, digest),
    findByUserCode: async (userCode) => artifacts.selectByUserCode(await database(), userCode),
    consume: async (digest) => artifacts.consumeArtifact(await database(), digest, clock.now()),
    remove: async (digest) => artifacts.deleteArtifact(await database(), digest),
    removeOf: async (kind, grantId) => artifacts.deleteArtifactsOf(await database(), kind, grantId),
    saveAnswer: async (digest, answer) => artifacts.saveAnswer(await database(), digest, answer),
    findAnswer: async (digest, withinMs) =>
      artifacts.selectAnswer(await database(), digest, later(-withinMs)),
    addClient: async (id, metadata) => insertClient(await database(), id, metadata, clock.now()),
    findClient: async (id) => useClient(await database(), id, clock.now()),
    findGrant: async (id) => selectActiveGrant(await database(), id),
  };
}

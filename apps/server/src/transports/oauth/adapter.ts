import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import type { ArtifactKind, StoredArtifact } from "../../features/oauth/artifact.types.ts";
import type { OauthStorage } from "../../features/oauth/oauth-storage.service.ts";
import { digestSecret } from "../../platform/credentials/secret-format.ts";
import { resourceSpellings } from "../../platform/credentials/token-resources.ts";
import type { Clock } from "../../platform/clock.ts";
import { commandClient } from "./command-client.ts";
import { refreshOverlapMs } from "./refresh-overlap.ts";
import { isUuid } from "../../platform/uuid.ts";

export type EndGrant = (grantId: string) => Promise<void>;

const stored: ReadonlySet<string> = new Set<ArtifactKind>([
  "AccessToken",
  "AuthorizationCode",
  "DeviceCode",
  "Interaction",
  "RefreshToken",
]);

export interface AdapterOptions {
  readonly issuer: string;
  readonly storage: OauthStorage;
  readonly clock: Clock;
  readonly endGrant: EndGrant;
}

/** Stores the models of the authorization server in the region's database. */
export function createAdapterFactory(options: AdapterOptions): (model: string) => Adapter {
  const { storage, clock } = options;
  return (model) => {
    if (model === "Client") return createClientAdapter(storage);
    if (model === "Grant") return createGrantAdapter(options);
    return stored.has(model)
      ? new ArtifactAdapter(storage, clock, model as ArtifactKind)
      : forgetfulAdapter;
  };
}

const nothing = async () => undefined;

/** The server keeps no session: each authorization is bound to the session of the product. */
const forgetfulAdapter: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

function createClientAdapter(storage: OauthStorage): Adapter {
  return {
    ...forgetfulAdapter,
    find: async (id) => (id === commandClientId ? commandClient : storage.findClient(id)),
  };
}

/** A grant lasts until it is revoked, or no token of it is left. */
const grantSeconds = 10 * 365 * 86_400;

/** The grants that people see and revoke are those that the server asks for. */
function createGrantAdapter({ issuer, storage, endGrant }: AdapterOptions): Adapter {
  return {
    ...forgetfulAdapter,
    async find(id) {
      const grant = isUuid(id) ? await storage.findGrant(id) : undefined;
      if (grant === undefined) return undefined;
      const scope = grant.permissions.join(" ");
      const iat = Math.floor(grant.createdAt.getTime() / 1000);
      return {
        kind: "Grant",
        jti: id,
        iat,
        exp: iat + grantSeconds,
        accountId: grant.userId,
        clientId: grant.clientId,
        resources: Object.fromEntries(resourceSpellings(issuer).map((name) => [name, scope])),
      };
    },
    destroy: endGrant,
  };
}

/** An id that names a row by its digest: for a device code that was found by its user code. */
const handlePrefix = "digest:";
const digestOf = (id: string) =>
  id.startsWith(handlePrefix) ? id.slice(handlePrefix.length) : digestSecret(id);

/** Only the digests of values are stored: in the payload, placeholders take their places. */
class ArtifactAdapter implements Adapter {
  readonly #storage: OauthStorage;
  readonly #clock: Clock;
  readonly #kind: ArtifactKind;

  constructor(storage: OauthStorage, clock: Clock, kind: ArtifactKind) {
    this.#storage = storage;
    this.#clock = clock;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { userCode = null, grantId } = payload;
    const isOfGrant = this.#kind !== "Interaction" && grantId !== undefined;
    let text = JSON.stringify(payload).replaceAll(id, "{id}");
    if (userCode !== null) text = text.replaceAll(userCode, "{userCode}");
    const place = { kind: this.#kind, digest: digestOf(id), grantId: isOfGrant ? grantId : null };
    await this.#storage.save({ ...place, userCode, payload: text }, expiresIn);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#storage.find(this.#kind, digestSecret(id));
    return row === undefined ? undefined : this.#restore(row, id, "{userCode}");
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const row = await this.#storage.findByUserCode(userCode);
    return row === undefined ? undefined : this.#restore(row, handlePrefix + row.digest, userCode);
  }

  findByUid = nothing;

  /** @throws InvalidGrant where another request used it first: the provider checks before this. */
  async consume(id: string): Promise<void> {
    if (await this.#storage.consume(digestOf(id))) return;
    throw new errors.InvalidGrant("already used");
  }

  destroy(id: string): Promise<void> {
    return this.#storage.remove(digestOf(id));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.#storage.removeOf(this.#kind, grantId);
  }

  #restore({ payload, consumedAt }: StoredArtifact, id: string, userCode: string): AdapterPayload {
    const text = payload.replaceAll("{id}", id).replaceAll("{userCode}", userCode);
    const found = JSON.parse(text) as AdapterPayload;
    if (consumedAt === null || this.#isInOverlap(consumedAt)) return found;
    return { ...found, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  /** A second use within the overlap is no theft: `consume` refuses it, and the grant stays. */
  #isInOverlap(consumedAt: Date): boolean {
    const age = this.#clock.now().getTime() - consumedAt.getTime();
    return this.#kind === "RefreshToken" && age <= refreshOverlapMs;
  }
}

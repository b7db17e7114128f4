/** The models of the authorization server whose values are stored here. */
export type ArtifactKind =
  | "AccessToken"
  | "AuthorizationCode"
  | "DeviceCode"
  | "Interaction"
  | "RefreshToken";

export interface StoredArtifact {
  readonly digest: string;
  readonly payload: string;
  readonly consumedAt: Date | null;
}

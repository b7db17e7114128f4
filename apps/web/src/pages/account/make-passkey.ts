import { postForm } from "../../api/post-form.ts";

/** Whether the browser reads and writes the JSON of Web Authentication, level 3. */
export function canMakePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function"
  );
}

/**
 * Asks the server for a challenge and the device for a passkey.
 *
 * @returns what the device answers, as JSON; null: the person signs in again first
 * @throws Error that says why there is no passkey
 */
export async function makePasskey(): Promise<string | null> {
  const answer = await postForm("/account/passkeys/options");
  const body = (await answer.json()) as { signIn?: string; message?: string };
  if (body.signIn !== undefined) return null;
  if (!answer.ok) throw new Error(body.message ?? "The server did not answer. Try again.");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    body as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey }).catch(explain);
  if (!(made instanceof PublicKeyCredential)) throw new Error("The device made no passkey.");
  return JSON.stringify(made.toJSON());
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError") throw new Error("The device made no passkey. Try again.");
  if (name === "InvalidStateError")
    throw new Error("This device has a passkey of this account already.");
  throw error;
}

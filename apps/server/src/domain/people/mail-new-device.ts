import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { composeNotice } from "../../platform/mail/compose-notice.ts";
import { nameDevice, nameNetwork, nameTime } from "./device-name.ts";
import type { NewSession } from "./open-session.ts";
import { pageAddress } from "./page-address.ts";

export type NoticePlatform = Pick<Platform, "mailer" | "publicOrigin" | "region">;

type Started = Omit<NewSession, "connectionId"> & {
  readonly sessionId: string;
  readonly email: string;
};

const methods: Readonly<Record<NewSession["method"], string>> = {
  password: "password",
  passkey: "passkey",
  sso: "single sign-on",
  link: "a link of the operator",
  setup: "the set-up of the server",
  invitation: "an invitation",
};

/**
 * Mails a person who signed in on a device that none of their earlier sessions knows. Lintel knows a
 * device by the names of browser and system together with the network.
 */
export async function mailNewDevice(
  { mailer, publicOrigin, region }: NoticePlatform,
  db: Database,
  { sessionId, userId, email, method, device, address, now }: Started,
): Promise<void> {
  if (!mailer.isConfigured) return;
  const sessions = await selectOthers(db, userId, sessionId);
  const place = nameDevice(device) + nameNetwork(address);
  const isKnown = sessions.some(
    (other) => nameDevice(other.device) + nameNetwork(other.address) === place,
  );
  if (isKnown) return;
  await mailer.send(
    db,
    composeNotice({
      to: email,
      subject: "A new device signed in to your account",
      event: `Someone signed in to your account ${email} on a device that it was not used on before.`,
      facts: {
        Device: nameDevice(device),
        Time: nameTime(now),
        "Network address": `${nameNetwork(address)} (approximate)`,
        "Signed in with": methods[method],
      },
      advice:
        "Otherwise, end the session of this device on the page of your account, and set a new password:",
      link: pageAddress(publicOrigin(), region, "/account"),
    }),
  );
}

function selectOthers(db: Database, userId: string, sessionId: string) {
  return db
    .selectFrom("session")
    .select(["device", "address"])
    .where("userId", "=", userId)
    .where("id", "!=", sessionId)
    .orderBy("createdAt", "desc")
    .limit(200)
    .execute();
}

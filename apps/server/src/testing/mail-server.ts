import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import type { AddressInfo } from "node:net";
import type { MailSettings } from "../platform/mail/mailer.ts";

export interface ReceivedMail {
  readonly to: readonly string[];
  /** With its headers. Quoted-printable text is decoded. */
  readonly source: string;
}

/** A mail server on loopback that keeps what it receives. */
export interface MailServer {
  readonly settings: MailSettings;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: decode(Buffer.concat(parts).toString()) });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: { url: `smtp://127.0.0.1:${port}`, from: "Lintel <lintel@example.com>" },
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const decode = (source: string) =>
  source
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );

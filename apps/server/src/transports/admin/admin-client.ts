import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import type { AdminRequest } from "./admin-call.ts";
import type { BackupRequest, KeyRequest } from "./admin-socket.ts";

/** The answer of a server to the operator's command. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a command to the running server; null if none listens on the socket. */
export function sendToServer(
  socketPath: string,
  request: AdminRequest | BackupRequest | KeyRequest,
): Promise<AdminAnswer | null> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(request);
    const outgoing = httpRequest(
      {
        socketPath,
        path: pathOf(request),
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(payload),
        },
      },
      (response) => {
        text(response)
          .then((body) =>
            resolve({
              status: response.statusCode ?? 500,
              body: JSON.parse(body) as AdminAnswer["body"],
            }),
          )
          .catch(reject);
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const isAbsent = error.code === "ENOENT" || error.code === "ECONNREFUSED";
      if (isAbsent) resolve(null);
      else reject(error);
    });
    outgoing.end(payload);
  });
}

function pathOf(request: AdminRequest | BackupRequest | KeyRequest): string {
  if ("file" in request) return "/backup";
  return "masterKey" in request ? "/master-key" : "/call";
}

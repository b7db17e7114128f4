import path from "node:path";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Does an operation as the operator, through the socket of the server that has the folder.
 *
 * @throws Error where no server answers, or where it refuses.
 */
export async function callAsOperator(
  folder: string,
  operation: string,
  organization: string | null,
  fields: Fields,
): Promise<Fields> {
  const request = { operation, region: "eu", organization, operator: "proof", fields };
  const answer = await sendToServer(path.join(folder, "admin.sock"), request);
  if (answer?.status === 200) return answer.body["output"] as Fields;
  throw new Error(`${operation} by the operator: ${JSON.stringify(answer?.body ?? "no server")}`);
}

/** Posts a record with a key. @throws Error where the server refuses. */
export async function post(url: string, key: string, body: Fields): Promise<Fields> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Fields;
}

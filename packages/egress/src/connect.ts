import type { LookupFunction } from "node:net";

import { buildConnector } from "undici";

import type { ClientCertificate } from "./client-certificate.ts";
import { EgressError } from "./egress-error.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";
import type { CheckAddress } from "./check-address.ts";
import { explainRefusals } from "./check-address.ts";
import { fixedLimits } from "./limits.ts";
import type { Target } from "./target-url.ts";

export interface Pin {
  readonly target: Target;
  /** Checked already. Connections go only to these. */
  readonly addresses: readonly IpAddress[];
}

export interface ConnectOptions {
  readonly checkAddress: CheckAddress;
  /** Certificates (PEM) that are trusted instead of the system's. */
  readonly ca?: string;
  /** Shown to a server that asks for one. */
  readonly clientCertificate?: ClientCertificate;
  onConnected(): void;
}

/**
 * A connector that checks the rules at each new connection: before it connects, and again with the
 * address that the system connected to. A lookup alone is not enough, because the system does not
 * call it if the host is an address.
 */
export function createPinnedConnector(pin: Pin, options: ConnectOptions): buildConnector.connector {
  const { hostname, port, address } = pin.target;
  const { certificate, key } = options.clientCertificate ?? {};
  const connect = buildConnector({
    allowH2: false,
    timeout: fixedLimits.connectMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: fixedLimits.connectAttemptMs,
    lookup: createPinnedLookup(pin.addresses),
    port,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(certificate === undefined || key === undefined ? {} : { cert: certificate, key }),
  });
  const findRefusal = (addresses: readonly IpAddress[]): EgressError | undefined => {
    const refusals = addresses.flatMap((one) => options.checkAddress(one, port));
    return refusals.length === 0 ? undefined : explainRefusals(hostname, refusals);
  };
  return (request, callback) => {
    const refusal = findRefusal(pin.addresses);
    if (refusal !== undefined) return callback(refusal, null);
    // The certificate is checked against the name in the address, whatever Host header a test
    // sends.
    const { servername: _, ...rest } = request;
    const named =
      address === undefined ? { ...rest, hostname, servername: hostname } : { ...rest, hostname };
    return connect({ ...named, host: hostname }, (error, socket) => {
      if (error !== null) return callback(error, null);
      const reached = parseIpAddress(socket.remoteAddress ?? "");
      const late = reached === undefined ? lostBeforeUse() : findRefusal([reached]);
      if (late === undefined) {
        options.onConnected();
        return callback(null, socket);
      }
      socket.destroy();
      return callback(late, null);
    });
  };
}

function lostBeforeUse(): EgressError {
  return new EgressError("CONNECTION_CLOSED", "The connection was closed as soon as it was made.");
}

/** Returns the checked addresses for every name, so that DNS is not asked a second time. */
function createPinnedLookup(addresses: readonly IpAddress[]): LookupFunction {
  const all = addresses.map(({ text, family }) => ({ address: text, family }));
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family);
  };
}

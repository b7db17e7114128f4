import { scanAgent } from "@lintel/contract/words/scan-mark";
import manifest from "../../package.json" with { type: "json" };

type Headers = readonly (readonly [string, string])[];

const userAgent = `${scanAgent}/${manifest.version}`;

/** The headers with the name of the scanner, which access logs keep; one of the request precedes. */
export const nameScanner = (headers: Headers): Headers =>
  headers.some(([name]) => name.toLowerCase() === "user-agent")
    ? headers
    : [...headers, ["User-Agent", userAgent]];

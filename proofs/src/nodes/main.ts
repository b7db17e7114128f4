import { runClusterProof } from "./run-cluster-proof.ts";
import { help, readOptions } from "./options.ts";
import { proveNodes } from "./prove-nodes.ts";

process.exitCode = await runClusterProof(readOptions, help, proveNodes);

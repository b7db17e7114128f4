import { runClusterProof } from "../nodes/run-cluster-proof.ts";
import { help, readOptions } from "./options.ts";
import { proveGateway } from "./prove-gateway.ts";

process.exitCode = await runClusterProof(readOptions, help, proveGateway);

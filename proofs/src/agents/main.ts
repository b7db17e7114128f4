import { findPrograms } from "../nodes/cluster.ts";
import { readOptions } from "./options.ts";
import { proveAgents } from "./prove-agents.ts";

const options = readOptions();
const programs = await findPrograms();
if (programs === null)
  console.log("skipped: no programs of a PostgreSQL server (initdb, pg_ctl) are installed");
else process.exitCode = await proveAgents(options, programs);

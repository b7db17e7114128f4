import { prepareWebApp } from "../apps/server/src/web-build/prepare-web-app.ts";

// Builds the web app into dist/web, unless its sources are unchanged, as a start of the server does.

const { build, problem } = await prepareWebApp((text) => process.stdout.write(text));
if (problem !== null) console.error(problem);
else console.log(`The web app is build ${build?.id ?? "?"}.`);
process.exitCode = problem === null ? 0 : 1;

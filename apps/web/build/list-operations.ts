import { listCoveredOperations } from "../src/operations-covered.testing.ts";

// Prints where the web app calls each operation of the catalogue, or why it does not.

console.log("| operation | in the web app |\n| --- | --- |");
for (const { name, files, reasons } of listCoveredOperations())
  console.log(`| ${name} | ${[...files, ...reasons].join(", ")} |`);

import fc from "fast-check";

// Property tests use the same values in every run, so that a change does not fail for an earlier
// defect. LINTEL_TEST_SEED sets another seed: a number, or `random`. A failure prints the seed.

const wanted = process.env["LINTEL_TEST_SEED"] ?? "20261121";
if (wanted !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });

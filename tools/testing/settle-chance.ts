import fc from "fast-check";

// Property tests draw the same values in every run, so that a change is not refused for what was
// there before it. LINTEL_TEST_SEED explores: a number, or `random`, of which a failure tells the seed.

const wanted = process.env["LINTEL_TEST_SEED"] ?? "20261121";
if (wanted !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });

import { curl } from "./curl.ts";
import { javascriptFetch } from "./fetch.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { python } from "./python.ts";
import type { SampleLanguage } from "../sample.types.ts";

/** The languages of samples, in the order in which they are shown. */
export const sampleLanguages: readonly SampleLanguage[] = [curl, javascriptFetch, python, go, java];

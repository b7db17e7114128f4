import { parentPort, workerData } from "node:worker_threads";
import { searchWhole } from "./json-path.ts";
import type { SearchAnswer } from "./search-answers.ts";

// A separate thread for one search; see search-in-thread.ts.

const { path, text } = workerData as { readonly path: string; readonly text: string };

function search(): SearchAnswer {
  try {
    return { values: searchWhole(path, JSON.parse(text)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(search(), []);

import { makePages } from "./markdown-pages.ts";
import { openSide, renderAll, type Side } from "./markdown-sides.ts";

// A new process that loads one side, renders the pages once, and prints the milliseconds of both.

const pages = makePages(Number(process.argv[3]));
const began = performance.now();
const render = await openSide(process.argv[2] as Side);
const loaded = performance.now();
await renderAll(render, pages);
console.log(JSON.stringify({ load: loaded - began, render: performance.now() - loaded }));

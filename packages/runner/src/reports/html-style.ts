import { verdicts } from "@lintel/contract/shapes/test-run";

/** Hides the cases of a verdict whose box is not checked. */
const filterRules = verdicts
  .map(
    (verdict) =>
      `main:has(#show-${verdict}:not(:checked)) :is(details,.lane).${verdict}{display:none}`,
  )
  .join("\n");

/**
 * The HTML report's style: light and dark by the reader's system, without images, fonts or scripts.
 */
export const htmlStyle = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--text:#1b1d22;--soft:#5f6470;--line:#e2e4ea;--code:#f2f3f6;
--passed:#18794e;--failed:#cd2b31;--error:#ad5700;--blocked:#3e63dd;--skipped:#6b6f7a}
@media (prefers-color-scheme:dark){:root{--back:#101216;--card:#181b21;--text:#eceef2;--soft:#9ba1ad;--line:#2b2f38;--code:#12141a;
--passed:#4cc38a;--failed:#ff6369;--error:#f5a524;--blocked:#849dff;--skipped:#8f95a3}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{margin:0;font-size:30px;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere}
h2{margin:36px 0 12px;font-size:17px}
h3{margin:16px 0 6px;font-size:13px;color:var(--soft);font-weight:600}
p{margin:6px 0;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.passed{--tone:var(--passed)}.failed{--tone:var(--failed)}.error{--tone:var(--error)}.blocked{--tone:var(--blocked)}.skipped,.cancelled{--tone:var(--skipped)}
header{display:flex;flex-wrap:wrap;gap:28px;align-items:center;justify-content:space-between;padding:28px;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--tone);border-radius:14px}
header>div{flex:1 1 320px;min-width:0}
.headline{margin:0 0 4px;color:var(--tone);font-size:17px;font-weight:700}
dl{display:flex;flex-wrap:wrap;gap:6px 24px;margin:14px 0 0}
dt{font-size:12px;color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.chart{display:flex;gap:22px;align-items:center;flex-wrap:wrap}
.chart ul{list-style:none;margin:0;padding:0;font-variant-numeric:tabular-nums}
.chart li b{min-width:3ch;text-align:right}
.mark{color:var(--tone);font-weight:700}
svg{display:block;max-width:100%}
.ring{fill:none;stroke:var(--tone);stroke-width:14}.hollow{fill:none;stroke:var(--line);stroke-width:14}
.total{fill:var(--text);font:700 26px system-ui,sans-serif;text-anchor:middle}.under{fill:var(--soft);font:12px system-ui,sans-serif;text-anchor:middle}
.panel{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px 20px;overflow:hidden}
.timeline{overflow:visible}.bar{fill:var(--tone)}.lane text{fill:var(--text);font:12px system-ui,sans-serif}.tick{fill:var(--soft);font:11px system-ui,sans-serif}.grid{stroke:var(--line)}
fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0;font-size:12px;color:var(--soft)}
.chart label{display:flex;gap:8px;align-items:center;cursor:pointer;padding:2px 0}.chart li:has(:disabled) label{cursor:default}
.chart input{width:18px;height:18px;margin:0;accent-color:var(--tone)}
.chart input:focus-visible,pre:focus-visible{outline:2px solid var(--blocked);outline-offset:2px}
${filterRules}
.line{font:600 13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.headers{display:block;margin:6px 0;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.headers div{display:flex;gap:8px}.headers dt{flex:none;max-width:45%;overflow-wrap:anywhere;font-size:12px}
details.case{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:10px;margin:8px 0}
details.case>summary{cursor:pointer;padding:10px 16px;display:flex;gap:10px;align-items:baseline;flex-wrap:wrap}
summary::marker{content:""}summary::-webkit-details-marker{display:none}
summary:focus-visible{outline:2px solid var(--blocked);outline-offset:2px;border-radius:8px}
.name{font-weight:600;overflow-wrap:anywhere;min-width:0}
.tag{font-size:12px;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:0 8px}
.time{margin-left:auto;color:var(--soft);font-variant-numeric:tabular-nums}
.inside{padding:0 16px 14px;border-top:1px solid var(--line)}
.message{color:var(--tone);font-weight:600}
table{border-collapse:collapse;width:100%;font-size:14px}
th{text-align:left;font-size:12px;color:var(--soft);font-weight:600}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:anywhere;min-width:90px}
td code{white-space:pre-wrap}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:12px;background:var(--code);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:420px;overflow-y:auto}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr));gap:0 16px}
.diff{background:color-mix(in srgb,var(--tone) 12%,transparent);border-radius:4px}
footer{margin-top:40px;font-size:13px;color:var(--soft)}
@media(max-width:600px){main{padding:14px 12px 40px}header{padding:18px;gap:18px}h1{font-size:24px}.panel{padding:12px}.inside{padding:0 12px 12px}
.assertions,.assertions tbody,.assertions tr,.assertions td{display:block}.assertions thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.assertions tr{border-bottom:1px solid var(--line);padding:6px 0}.assertions td{border:0;padding:1px 0}.assertions td[data-name]::before{content:attr(data-name) " ";color:var(--soft);font-size:12px}}
@media print{body{background:#fff}details.case{break-inside:avoid}pre{max-height:none}}
`;

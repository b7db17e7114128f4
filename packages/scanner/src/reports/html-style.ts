/** The style of the HTML report: light and dark by the reader's system; nothing is loaded. */
export const htmlStyle = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--text:#1b1d22;--soft:#5f6470;--line:#e2e4ea;--code:#f2f3f6;
--critical:#a3123a;--high:#cd2b31;--medium:#ad5700;--low:#3e63dd;--info:#6b6f7a}
@media (prefers-color-scheme:dark){:root{--back:#101216;--card:#181b21;--text:#eceef2;--soft:#9ba1ad;--line:#2b2f38;--code:#12141a;
--critical:#ff6b95;--high:#ff6369;--medium:#f5a524;--low:#849dff;--info:#8f95a3}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{margin:0 0 4px;font-size:30px;line-height:1.2;overflow-wrap:anywhere}
h2{margin:36px 0 12px;font-size:17px}h3{margin:16px 0 6px;font-size:13px;color:var(--soft)}
p{margin:6px 0;overflow-wrap:anywhere}.soft{color:var(--soft)}
.critical{--tone:var(--critical)}.high{--tone:var(--high)}.medium{--tone:var(--medium)}.low{--tone:var(--low)}.info{--tone:var(--info)}
header,details{background:var(--card);border:1px solid var(--line);border-radius:10px}
header{padding:24px}
dl{display:flex;flex-wrap:wrap;gap:6px 28px;margin:14px 0 0}dt{font-size:12px;color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}
details{border-left:4px solid var(--tone,var(--line));margin:8px 0}
summary{cursor:pointer;padding:10px 16px;overflow-wrap:anywhere}summary:focus-visible{outline:2px solid var(--low);outline-offset:2px}
.severity{color:var(--tone);font-weight:700}
.inside{padding:0 16px 14px;border-top:1px solid var(--line)}
pre{background:var(--code);padding:10px 12px;border-radius:8px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{margin-top:36px;color:var(--soft);font-size:13px}
`;

import { verdicts } from "@lintel/contract/shapes/test-run";

/** Hides the cases of a verdict whose box is not checked. */
const filterRules = verdicts
  .map(
    (verdict) =>
      `main:has(#show-${verdict}:not(:checked)) :is(details,.lane).${verdict}{display:none}`,
  )
  .join("\n");

/** What only the page of a run has; colours, type and lists are those of all reports. */
export const htmlStyle = `
.counts{border:0;margin:16px 0 0;padding:0;min-width:0}
.counts legend{padding:0;font-size:12px;line-height:16px;color:var(--muted)}
.counts ul{display:flex;flex-wrap:wrap;gap:0 20px;list-style:none;margin:4px 0 0;padding:0;font-variant-numeric:tabular-nums}
.counts label{display:flex;gap:6px;align-items:center;min-height:28px;cursor:pointer}
.counts li:has(:disabled) label{color:var(--faint);cursor:default}
.counts input{width:16px;height:16px;margin:0;accent-color:var(--accent)}
.mark{color:var(--tone)}
:disabled~.mark{color:inherit}
svg{display:block;max-width:100%}
.share{margin-top:16px;border-radius:3px;background:var(--surface)}
.share rect,.lane .bar{fill:var(--tone)}
.share .plain,.lane .plain{fill:var(--strong)}
.panel{padding:8px 0;border:solid var(--border);border-width:1px 0;overflow:hidden}
.timeline{overflow:visible}
.lane text{fill:var(--text);font:12px system-ui,sans-serif}.tick{fill:var(--muted);font:11px system-ui,sans-serif}.grid{stroke:var(--border)}
summary .badge{min-width:72px}
.time{margin-left:auto;color:var(--muted);font-variant-numeric:tabular-nums}
.line{font:500 12.5px/20px var(--mono)}
.headers{margin:4px 0;font:12px/20px var(--mono)}
.headers div{display:flex;gap:8px}.headers dt{flex:none;max-width:45%;color:var(--muted)}.headers dd{min-width:0;margin:0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr));gap:0 24px}.pair>div{min-width:0}
td{min-width:90px}
.diff{border-radius:4px;background:var(--tone-bg);color:var(--tone)}
@media(max-width:640px){.counts label{min-height:44px}}
${filterRules}
`;

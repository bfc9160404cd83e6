/** The style of the API reference page: the product's own colours, without scripts or external resources. */
export const apiPageStyle = `
:root { color-scheme: dark light; --ground: #0a0d12; --panel: #10141b; --line: #1e2530; --strong: #333d4d; --text: #e8ecf4; --muted: #9aa4b6;
  --brand: #8fabff; --brand-ground: #17213b; --code: #161b24; }
@media (prefers-color-scheme: light) {
  :root { --ground: #f3f5f8; --panel: #ffffff; --line: #e2e7ee; --strong: #c3cbd7; --text: #131822; --muted: #4d5768;
    --brand: #2f4fc6; --brand-ground: #e6ecff; --code: #f1f3f7; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 14px/22px Inter, system-ui, sans-serif; }
a { color: var(--brand); text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--panel); z-index: 1; }
.page { display: grid; grid-template-columns: 300px minmax(0, 1fr); max-width: 1440px; margin: 0 auto; }
nav.side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 16px 48px 24px; border-right: 1px solid var(--line); }
nav.side .name { margin: 0 0 16px; font-size: 15px; font-weight: 600; color: var(--text); }
nav.side details { margin: 0 0 4px; }
nav.side summary { padding: 6px 4px; cursor: pointer; font-weight: 600; }
nav.side ul { list-style: none; margin: 0 0 8px; padding: 0; }
nav.side li a { display: grid; grid-template-columns: 52px minmax(0, 1fr); gap: 8px; padding: 4px 4px; color: var(--muted); text-decoration: none; font-size: 13px; line-height: 18px; overflow-wrap: anywhere; }
nav.side li a.plain { grid-template-columns: minmax(0, 1fr); }
nav.side li a:hover { color: var(--text); background: var(--panel); border-radius: 4px; }
.verb { font: 600 11px/18px ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; color: var(--brand); }
main { padding: 32px 40px 96px; min-width: 0; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 34px; font-weight: 600; letter-spacing: -0.01em; }
h2 { margin: 56px 0 8px; padding-top: 24px; border-top: 1px solid var(--strong); font-size: 20px; line-height: 28px; font-weight: 600; }
article { margin: 16px 0 0; padding: 20px 24px 24px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--brand); }
h3 { margin: 0 0 6px; font-size: 15px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h3 .verb { display: inline-block; margin-right: 8px; padding: 1px 8px; background: var(--brand-ground); border-radius: 4px; font-size: 12px; line-height: 20px; }
h4 { margin: 18px 0 6px; font-size: 12px; line-height: 18px; font-weight: 600; color: var(--muted); }
p { margin: 0 0 10px; max-width: 76ch; }
.who { color: var(--muted); }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 24px; }
pre { margin: 0 0 12px; padding: 12px 14px; background: var(--code); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: 400 12.5px/19px ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; tab-size: 2; }
code { font: 400 12.5px/19px ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre.long { max-height: 420px; overflow-y: auto; }
table { width: 100%; border-collapse: collapse; }
td code { overflow-wrap: anywhere; word-break: break-word; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: 12px; color: var(--muted); font-weight: 600; }
td.code { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--muted); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 0 0 8px; padding: 0; list-style: none; }
@media (max-width: 1100px) { .pair { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 860px) {
  .page { display: block; }
  nav.side { position: static; height: auto; max-height: none; padding: 20px 16px 8px; border-right: 0; border-bottom: 1px solid var(--line); }
  nav.side summary { min-height: 44px; padding: 11px 4px; }
  nav.side li a { padding: 13px 4px; }
  main { padding: 24px 16px 72px; }
  article { padding: 16px; }
  td.code { white-space: normal; }
  th, td { padding-right: 8px; }
  h1 { font-size: 22px; line-height: 30px; }
}
@media print { nav.side { display: none; } .page { display: block; } article { break-inside: avoid-page; } pre.long { max-height: none; } }`

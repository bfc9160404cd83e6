/** The inbox pages: plain HTML in the product's colours, without scripts. */
import { formatMoment } from './emails/draft.ts'
import { escape } from './emails/format-html.ts'
import type { Outgoing } from './transport.ts'

const style = `
:root { color-scheme: dark; --ground: #0a0d12; --panel: #10141b; --raised: #161b24; --line: #1e2530; --line-strong: #333d4d;
  --text: #e8ecf4; --text-muted: #9aa4b6; --text-faint: #818b9e; --brand-text: #8fabff; --focus: #a9bfff; }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --ground: #f3f5f8; --panel: #ffffff; --raised: #f1f3f7; --line: #e2e7ee;
  --line-strong: #c3cbd7; --text: #131822; --text-muted: #4d5768; --text-faint: #5f6a7c; --brand-text: #2f4fc6; --focus: #3557d4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 13px/18px Inter, system-ui, sans-serif; font-feature-settings: 'tnum'; }
header { display: flex; align-items: center; gap: 10px; height: 44px; padding: 0 16px; border-bottom: 1px solid var(--line); background: var(--panel); }
header img { display: block; }
header a { color: var(--text-muted); margin-left: auto; padding: 12px 0; }
h1, h2 { margin: 0; font-size: 15px; line-height: 20px; font-weight: 600; }
main { max-width: 920px; margin: 0 auto; padding: 24px 16px 48px; }
a { color: var(--brand-text); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.hint { color: var(--text-muted); margin: 4px 0 20px; max-width: 62ch; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
ul { list-style: none; margin: 0; padding: 0; }
li + li { border-top: 1px solid var(--line); }
.row { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr) auto; gap: 2px 16px; padding: 12px 16px; color: var(--text); }
.row:hover { background: var(--raised); text-decoration: none; }
.row:focus-visible { outline-offset: -2px; }
.row span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .subject { font-weight: 600; }
.row .to, .row time { color: var(--text-muted); }
.row time { white-space: nowrap; }
.none { padding: 40px 24px; text-align: center; color: var(--text-muted); }
.none strong { display: block; color: var(--text); font-size: 15px; line-height: 20px; margin-bottom: 4px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 12px 0 20px; }
dt { color: var(--text-faint); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 720px; border: 0; background: var(--ground); }
section { margin-top: 20px; }
section h2 { font-size: 13px; line-height: 18px; margin-bottom: 8px; }
pre { margin: 0; padding: 16px; font: 400 12.5px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.links li { padding: 10px 16px; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  main { padding: 16px 12px 32px; }
  .row { grid-template-columns: minmax(0, 1fr) auto; min-height: 44px; padding: 10px 12px; }
  .row .subject { grid-column: 1 / -1; grid-row: 1; white-space: normal; }
  iframe { height: 760px; }
}`

const page = (title: string, back: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><img src="/favicon.svg" width="22" height="22" alt=""><h1>Inbox</h1>${back}</header>
<main>${content}</main>
</body>
</html>
`

const TO_PARLEY = '<a href="/">Open Parley</a>'
const TO_LIST = '<a href="/dev/mail">All emails</a>'

export const listPage = (mails: readonly Outgoing[]): string =>
  page(
    `Inbox (${mails.length})`,
    TO_PARLEY,
    `<p class="hint">All emails from this demo, for all users. Nothing leaves this machine, and the inbox is cleared when the demo stops.</p>
<div class="card">${
      mails.length === 0
        ? '<p class="none"><strong>No emails yet</strong>Reset a password or invite a user, then reload this page.</p>'
        : `<ul>${mails.map(row).join('')}</ul>`
    }</div>`,
  )

const row = ({ id, to, subject, writtenAt }: Outgoing): string =>
  `<li><a class="row" href="/dev/mail/${escape(id)}"><span class="to">${escape(to)}</span><span class="subject">${escape(subject)}</span><time datetime="${new Date(writtenAt).toISOString()}">${formatMoment(writtenAt)}</time></a></li>`

export function emailPage({ id, to, subject, text, writtenAt }: Outgoing): string {
  const links = [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])].map((link) => escape(link))
  return page(
    subject,
    TO_LIST,
    `<h2>${escape(subject)}</h2>
<dl><dt>To</dt><dd>${escape(to)}</dd><dt>Written</dt><dd>${formatMoment(writtenAt)}</dd></dl>
<div class="card"><iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${escape(id)}/letter"></iframe></div>
<section><h2>Links</h2><div class="card"><ul class="links">${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></div></section>
<section><h2>As plain text</h2><div class="card"><pre>${escape(text)}</pre></div></section>`,
  )
}

export const noEmailPage = (): string =>
  page(
    'Email not found',
    TO_LIST,
    '<div class="card"><p class="none"><strong>Email not found</strong>The inbox keeps the last 200 emails until the demo stops.</p></div>',
  )

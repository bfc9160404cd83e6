/**
 * An email as HTML that mail programs of every age can show: tables, inline styles, no external resources. Programs with a dark mode take its colours
 * from the one style sheet; the others keep the light colours.
 */
import { knownFacts, type Draft, type Sender } from './draft.ts'

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

const dark = `
@media (prefers-color-scheme: dark) {
  .ground { background: #0a0d12 !important; }
  .panel { background: #10141b !important; border-color: #1e2530 !important; }
  .text, .text a { color: #e8ecf4 !important; }
  .muted, .muted a { color: #9aa4b6 !important; }
  .line { border-color: #1e2530 !important; }
  .code { background: #161b24 !important; border-color: #333d4d !important; color: #e8ecf4 !important; }
  .act { background: #7c9cff !important; }
  .act a { color: #0a0d12 !important; }
  .link { color: #8fabff !important; }
}
@media (max-width: 480px) {
  .inner { padding: 24px 20px !important; }
  .outer { padding: 12px 8px !important; }
}`

export function formatHtml(draft: Draft, to: string, { support, publicUrl }: Sender): string {
  const { subject, heading, name, paragraphs, code, action, notYou, why } = draft
  const facts = knownFacts(draft)
  const greeting = name === undefined ? 'Hello,' : `Hello ${name},`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>:root { color-scheme: light dark; }${dark}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f5f8;-webkit-text-size-adjust:100%">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f8">
<tr><td class="outer" align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:536px">
<tr><td class="text" style="padding:0 4px 14px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#131822">Parley</td></tr>
<tr><td class="panel" style="background:#ffffff;border:1px solid #e2e7ee;border-radius:12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="inner" style="padding:32px">
<h1 class="text" style="margin:0 0 16px;${FONT};font-size:20px;line-height:26px;font-weight:600;color:#131822">${escape(heading)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${facts.length === 0 ? '' : factTable(facts)}
${code === undefined ? '' : codeBox(code)}
${action === undefined ? '' : button(action)}
<p class="muted line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e2e7ee;${FONT};font-size:13px;line-height:19px;color:#4d5768">${escape(notYou)}</p>
</td></tr>
</table>
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;${FONT};font-size:12px;line-height:18px;color:#4d5768;overflow-wrap:anywhere">Sent to ${escape(to)} ${escape(why)}.<br>Questions: <a class="link" href="mailto:${escape(support)}" style="color:#2f4fc6">${escape(support)}</a><br>Parley, <a class="link" href="${escape(publicUrl)}" style="color:#2f4fc6">${escape(publicUrl)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 12px;${FONT};font-size:15px;line-height:22px;color:#131822">${escape(text)}</p>`

function factTable(facts: NonNullable<Draft['facts']>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="muted line" width="36%" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #e2e7ee;${FONT};font-size:13px;line-height:19px;color:#4d5768">${escape(label)}</td>` +
      `<td class="text line" valign="top" style="padding:8px 0;border-top:1px solid #e2e7ee;${FONT};font-size:13px;line-height:19px;color:#131822;overflow-wrap:anywhere">${escape(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 4px">${rows.join('')}</table>`
}

const codeBox = ({ label, value }: NonNullable<Draft['code']>): string =>
  `<p class="muted" style="margin:20px 0 6px;${FONT};font-size:13px;line-height:18px;color:#4d5768">${escape(label)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="code" align="center" style="padding:14px 12px;background:#f1f3f7;border:1px solid #c3cbd7;border-radius:8px;${MONO};font-size:22px;line-height:28px;letter-spacing:2px;font-weight:600;color:#131822;overflow-wrap:anywhere">${escape(value)}</td></tr></table>`

const button = ({ label, link }: NonNullable<Draft['action']>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr><td class="act" bgcolor="#3557d4" style="background:#3557d4;border-radius:8px"><a href="${escape(link)}" target="_blank" style="display:inline-block;padding:12px 22px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>
<p class="muted" style="margin:0;${FONT};font-size:12px;line-height:18px;color:#4d5768;overflow-wrap:anywhere">Or open this address: <a class="link" href="${escape(link)}" target="_blank" style="color:#2f4fc6;word-break:break-all">${escape(link)}</a></p>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Users and desks choose their names, which must not become markup. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)

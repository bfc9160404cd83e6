/** An agreement as a standalone page that anyone can read, save and print: no scripts and no external resources. */
import { createHash } from 'node:crypto'
import { escape } from '../../mail/emails/format-html.ts'
import type { AgreementDocument, AgreementSection } from './agreement.ts'
import { pathOf, pathOfVersion } from './in-force.ts'

const style = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #131822; --muted: #4d5768; --line: #d9dfe8; --brand: #2f4fc6; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0a0d12; --text: #e8ecf4; --muted: #9aa4b6; --line: #1e2530; --brand: #8fabff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 16px/26px Inter, system-ui, sans-serif; }
a { color: var(--brand); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 2px; }
.page { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 0 56px; max-width: 1040px; margin: 0 auto; padding: 56px 32px 96px; }
header { grid-column: 2; padding-bottom: 24px; border-bottom: 1px solid var(--line); }
h1 { margin: 0 0 4px; font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
header p { margin: 0; color: var(--muted); }
header span { white-space: nowrap; }
nav { grid-row: 2; grid-column: 1; font-size: 14px; line-height: 20px; }
nav ol { position: sticky; top: 24px; list-style: none; margin: 0; padding: 37px 0 0; }
nav li { margin: 0; padding: 0; }
nav a { display: block; padding: 6px 0; color: var(--muted); text-decoration: none; }
nav a:hover { color: var(--text); text-decoration: underline; }
main { grid-row: 2; grid-column: 2; max-width: 68ch; }
h2 { margin: 40px 0 12px; font-size: 19px; line-height: 26px; font-weight: 600; break-after: avoid; }
p { margin: 0 0 14px; hyphens: auto; }
ul { margin: 0 0 14px; padding-left: 22px; }
main li { margin-bottom: 6px; padding-left: 4px; }
footer { grid-column: 2; margin-top: 40px; padding-top: 20px; border-top: 1px solid var(--line); color: var(--muted); font-size: 14px; line-height: 22px; }
@media (max-width: 800px) {
  .page { display: block; padding: 28px 20px 64px; }
  nav ol { position: static; padding: 16px 0 8px; border-bottom: 1px solid var(--line); }
  nav a { min-height: 44px; padding: 12px 0; }
  h1 { font-size: 24px; line-height: 32px; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --text: #000; --muted: #333; --line: #999; --brand: #000; }
  @page { margin: 22mm 20mm; }
  body { font: 400 10.5pt/15pt Georgia, 'Times New Roman', serif; }
  .page { display: block; max-width: none; padding: 0; }
  nav, .elsewhere { display: none; }
  main { max-width: none; }
  h1 { font-size: 17pt; line-height: 22pt; }
  h2 { margin: 18pt 0 6pt; font-size: 12pt; line-height: 16pt; }
  p, li { orphans: 3; widows: 3; }
}`

const hash = createHash('sha256').update(style).digest('base64')

/** Stricter than the policy of other pages: it allows only this page's own style, by hash. */
export const agreementPagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export type RelatedAgreements = {
  /** The agreement for other customers. */
  readonly other: AgreementDocument
  /** Earlier versions of the agreement in force. */
  readonly earlier: readonly AgreementDocument[]
  /** The version in force, on the page of an earlier one. */
  readonly replacedBy?: AgreementDocument
}

export function agreementPage(agreement: AgreementDocument, { other, earlier, replacedBy }: RelatedAgreements): string {
  const { title, dated, lastUpdated, version, sections } = agreement
  const facts = [`Dated ${dated}`, `Annex last updated ${lastUpdated}`, `Version ${version}`]
  const related = [
    ...(replacedBy === undefined
      ? []
      : [`This version is no longer in force. Current version: ${link(pathOf(replacedBy.kind), replacedBy.version)}`]),
    ...earlier.map((each) => `Earlier version: ${link(pathOfVersion(each), each.version)}`),
    `The agreement for other customers: ${link(pathOf(other.kind), other.title)}`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Parley</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<header>
<h1>${escape(title)}</h1>
<p>${facts.map((fact) => `<span>${escape(fact)}</span>`).join(' · ')}</p>
</header>
<nav aria-label="Sections"><ol>${sections.map(entry).join('')}</ol></nav>
<main>
${sections.map(section).join('\n')}
</main>
<footer class="elsewhere">${related.join('<br>')}</footer>
</div>
</body>
</html>
`
}

const link = (to: string, label: string): string => `<a href="${escape(to)}">${escape(label)}</a>`

const entry = ({ id, label }: AgreementSection): string => `<li><a href="#${escape(id)}">${escape(label)}</a></li>`

const section = ({ id, label, paragraphs }: AgreementSection): string =>
  `<section aria-labelledby="${escape(id)}">\n<h2 id="${escape(id)}">${escape(label)}</h2>\n${blocksOf(paragraphs).join('\n')}\n</section>`

/** Consecutive items form one list. */
function blocksOf(paragraphs: readonly string[]): readonly string[] {
  const blocks: { readonly isList: boolean; readonly items: string[] }[] = []
  for (const paragraph of paragraphs) {
    const isList = paragraph.startsWith('- ')
    const last = blocks.at(-1)
    if (isList && last?.isList === true) last.items.push(paragraph.slice(2))
    else blocks.push({ isList, items: [isList ? paragraph.slice(2) : paragraph] })
  }
  return blocks.map(({ isList, items }) =>
    isList ? `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>` : `<p>${escape(items[0]!)}</p>`,
  )
}

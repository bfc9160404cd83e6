/** Finds old habits of English in texts, and counts them by folder and by kind of text. */
import { ALLOWED } from './allowed.ts'
import { PATTERNS, type Kind } from './patterns.ts'
import type { Text } from './texts.ts'

export type Finding = Text & { readonly name: string; readonly instead: string; readonly found: string }

/** Names and quotations in code marks are as they are published. */
const withoutCode = (text: string): string => withoutTitles(text).replace(/`[^`]*`/g, '`x`')

/** A page that names the file of a test quotes the test's title, which is a name. */
const withoutTitles = (text: string): string => (/\.(?:test|e2e)\.tsx?`/.test(text) ? text.replace(/“[^”]*”/g, '“x”') : text)

export function findingIn(text: Text): Finding | undefined {
  const plain = ALLOWED.reduce((rest, { phrase }) => rest.replaceAll(phrase, ''), withoutCode(text.text))
  for (const { name, instead, pattern, kinds } of PATTERNS) {
    if (kinds !== undefined && !kinds.includes(text.kind)) continue
    const [found] = pattern.exec(plain) ?? []
    if (found !== undefined) return { ...text, name, instead, found: found.trim() }
  }
  return undefined
}

/** `packages/core/src/rfq` of a source, the path itself of a page. */
export const folderOf = ({ kind, path }: Pick<Text, 'kind' | 'path'>): string =>
  kind === 'guide' || kind === 'page'
    ? path.startsWith('docs/decisions/')
      ? 'docs/decisions'
      : path
    : path.split('/').slice(0, path.startsWith('packages/') ? 4 : 3).filter((part) => !part.includes('.')).join('/') // prettier-ignore

export type Counts = Readonly<Record<string, number>>

/** `comment packages/core/src/rfq`: how many texts of that kind a pattern finds there. */
export function countsOf(findings: readonly Finding[]): Counts {
  const counts: Record<string, number> = {}
  for (const finding of findings) {
    const at = `${finding.kind} ${folderOf(finding)}`
    counts[at] = (counts[at] ?? 0) + 1
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export type Share = { readonly kind: Kind; readonly texts: number; readonly found: number; readonly percent: number }

export function sharesOf(texts: readonly Text[], findings: readonly Finding[]): readonly Share[] {
  return (['screen', 'message', 'comment', 'guide', 'page'] as const).map((kind) => {
    const all = texts.filter((text) => text.kind === kind).length
    const found = findings.filter((finding) => finding.kind === kind).length
    return { kind, texts: all, found, percent: all === 0 ? 0 : (100 * found) / all }
  })
}

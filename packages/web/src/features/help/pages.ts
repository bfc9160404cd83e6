/** The help pages: docs/ of this version, in reading order for a new user. */
import { type Block, plainText, readMarkdown } from './markdown.ts'

export type HelpPage = { readonly slug: string; readonly title: string; readonly blocks: readonly Block[] }
/** A heading and everything below it. */
export type HelpSection = {
  readonly slug: string
  readonly page: string
  readonly heading: string
  readonly anchor: string
  readonly text: string
}

const guides = import.meta.glob<string>('../../../../../docs/guides/*.md', { query: '?raw', import: 'default', eager: true })
const others = import.meta.glob<string>(
  ['../../../../../docs/glossary.md', '../../../../../docs/life-of-a-trade.md', '../../../../../docs/desk-administration.md'],
  { query: '?raw', import: 'default', eager: true },
)

const ORDER = [
  'the-line',
  'keys',
  'list-rfqs',
  'spreads',
  'perpetuals',
  'bidding-in-an-auction',
  'leaderboard',
  'life-of-a-trade',
  'asking-the-venues-makers',
  'glossary',
  'desk-administration',
  'joining',
  'install',
  'first-quote',
  'vault-auctions',
  'errors',
  'moving-a-paradigm-bot',
] as const

/** Headings of sections for developers of the product. */
const FOR_BUILDERS = new Set(['Words we have given up'])

const nameOf = (path: string): string => path.split('/').at(-1)!.replace('.md', '')
const sources = new Map(Object.entries({ ...guides, ...others }).map(([path, source]) => [nameOf(path), source]))

function pageOf(slug: string): readonly HelpPage[] {
  const source = sources.get(slug)
  if (source === undefined) return []
  const all = readMarkdown(source)
  const end = all.findIndex((block) => block.kind === 'HEADING' && FOR_BUILDERS.has(block.text))
  const [first, ...blocks] = end === -1 ? all : all.slice(0, end)
  return first?.kind === 'HEADING' ? [{ slug, title: plainText(first.text), blocks }] : []
}

export const helpPages: readonly HelpPage[] = ORDER.flatMap(pageOf)

/** The address of another help page, or of a heading on this one. Undefined if there is no such page. */
export function helpAddress(slug: string, to: string): string | undefined {
  const [file = '', anchor] = to.split('#')
  const target = file === '' ? slug : nameOf(file)
  if (file !== '' && !file.endsWith('.md')) return undefined
  return helpPages.some((page) => page.slug === target) ? addressOf(target, anchor) : undefined
}

export const addressOf = (slug: string, anchor?: string): string =>
  `/help/${slug}/${anchor === undefined || anchor === '' ? '' : `#${anchor}`}`

export const helpSections: readonly HelpSection[] = helpPages.flatMap(sectionsOf)

function sectionsOf({ slug, title, blocks }: HelpPage): readonly HelpSection[] {
  const sections = [{ slug, page: title, heading: title, anchor: '', text: '' }]
  for (const block of blocks)
    if (block.kind === 'HEADING') sections.push({ slug, page: title, heading: plainText(block.text), anchor: block.anchor, text: '' })
    else sections.at(-1)!.text += ` ${textOf(block)}`
  return sections
}

function textOf(block: Exclude<Block, { kind: 'HEADING' }>): string {
  switch (block.kind) {
    case 'PARAGRAPH':
      return plainText(block.text)
    case 'CODE':
      return block.text
    case 'LIST':
      return block.items.map(plainText).join(' ')
    case 'TABLE':
      return [block.head, ...block.rows].flat().map(plainText).join(' ')
  }
}

const MOST_FOUND = 20

/** Sections that contain every word. Those with all words in the heading come first. */
export function findInHelp(typed: string, sections: readonly HelpSection[] = helpSections): readonly HelpSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = sections.filter(({ page, heading, text }) => holds(`${page} ${heading} ${text}`))
  return found.toSorted((a, b) => Number(holds(b.heading)) - Number(holds(a.heading))).slice(0, MOST_FOUND)
}

/** Parses the subset of Markdown that docs/ uses into blocks. Anything else stays text, and text never becomes markup. Pure. */
export type Inline =
  | { readonly kind: 'TEXT' | 'CODE' | 'STRONG' | 'EMPHASIS'; readonly text: string }
  | { readonly kind: 'LINK'; readonly text: string; readonly to: string }
export type Block =
  | { readonly kind: 'HEADING'; readonly level: number; readonly text: string; readonly anchor: string }
  | { readonly kind: 'PARAGRAPH'; readonly text: string }
  | { readonly kind: 'CODE'; readonly text: string }
  | { readonly kind: 'LIST'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'TABLE'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

const FENCE = /^```/
const HEADING = /^(#{1,6}) +(.*)$/
const ITEM = /^ *([-*]|\d+\.) +(.*)$/
const ROW = /^\|(.*)\|\s*$/

/** The anchor of a heading, as links within docs/ use it. */
export const anchorOf = (heading: string): string =>
  plainText(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

export function readMarkdown(source: string): readonly Block[] {
  const lines = source.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at)
    if (block !== undefined) blocks.push(block)
    at = next
  }
  return blocks
}

type Read = readonly [block: Block | undefined, next: number]

function blockAt(lines: readonly string[], at: number): Read {
  const line = lines[at]!
  if (line.trim() === '') return [undefined, at + 1]
  if (FENCE.test(line)) return codeAt(lines, at)
  const heading = HEADING.exec(line)
  if (heading !== null) {
    const [, marks = '', text = ''] = heading
    return [{ kind: 'HEADING', level: marks.length, text, anchor: anchorOf(text) }, at + 1]
  }
  if (ROW.test(line)) return tableAt(lines, at)
  if (ITEM.test(line)) return listAt(lines, at)
  const next = endOf(lines, at + 1, (one) => one.trim() === '' || FENCE.test(one) || HEADING.test(one) || ROW.test(one) || ITEM.test(one))
  return [{ kind: 'PARAGRAPH', text: joined(lines.slice(at, next)) }, next]
}

function endOf(lines: readonly string[], from: number, isOver: (line: string) => boolean): number {
  const found = lines.findIndex((line, place) => place >= from && isOver(line))
  return found === -1 ? lines.length : found
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ')

function codeAt(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at + 1, (line) => FENCE.test(line))
  return [{ kind: 'CODE', text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

const cellsOf = (line: string): readonly string[] =>
  (ROW.exec(line)?.[1] ?? '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))

function tableAt(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at, (line) => !ROW.test(line))
  const [head = [], ...rows] = lines.slice(at, end).map(cellsOf)
  return [{ kind: 'TABLE', head, rows: rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell))) }, end]
}

function listAt(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at + 1, (line) => line.trim() === '' || FENCE.test(line) || HEADING.test(line))
  const items: string[] = []
  for (const line of lines.slice(at, end)) {
    const item = ITEM.exec(line)?.[2]
    if (item !== undefined) items.push(item)
    else items.push(joined([items.pop() ?? '', line]))
  }
  return [{ kind: 'LIST', isOrdered: /^ *\d/.test(lines[at]!), items }, end]
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)_([^_]+)_(?!\w)|\*([^*]+)\*|\[([^\]]*)\]\(([^)]*)\)/g

export function readInline(source: string): readonly Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of source.matchAll(INLINE)) {
    const [whole, code, strong, under, star, words, to] = match
    if (match.index > at) parts.push({ kind: 'TEXT', text: source.slice(at, match.index) })
    if (code !== undefined) parts.push({ kind: 'CODE', text: code })
    else if (strong !== undefined) parts.push({ kind: 'STRONG', text: plainText(strong) })
    else if (to !== undefined) parts.push({ kind: 'LINK', text: plainText(words ?? ''), to })
    else parts.push({ kind: 'EMPHASIS', text: under ?? star ?? '' })
    at = match.index + whole.length
  }
  return at < source.length ? [...parts, { kind: 'TEXT', text: source.slice(at) }] : parts
}

export const plainText = (source: string): string =>
  readInline(source)
    .map(({ text }) => text)
    .join('')

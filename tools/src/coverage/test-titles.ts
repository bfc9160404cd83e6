/** The tests and groups of a test file with their titles, and the requirements that comments above them name. */
import type { Source } from '../tidy/sources.ts'

export type TestTitle = {
  readonly title: string
  /** The range of the whole call in the file's text. */
  readonly from: number
  readonly to: number
  /** The requirements that the comment above it names: `// Proves A 2.3, T 9.31 to 9.51.` */
  readonly proves: readonly string[]
}

const START = /^[ \t]*(?:it|test|describe)(?=[.(<])/gm
const PROVES = /\/\/ Proves ([^\n]+)\.\s*$/
const NAMED = /^([A-Z]) (\d+)\.(\d+)(?: to \2\.(\d+))?$/

export function titlesOf({ text }: Pick<Source, 'text'>): readonly TestTitle[] {
  return [...text.matchAll(START)].flatMap((match) => {
    const from = match.index + match[0].search(/\S/)
    const call = lastCall(text, match.index + match[0].length)
    const title = call === undefined ? undefined : literalAt(text, call.opened + 1)
    if (title === undefined) return []
    const named = PROVES.exec(text.slice(Math.max(0, from - 400), from))
    return [{ title, from, to: call!.closed, proves: named === null ? [] : named[1]!.split(', ').flatMap(numbersIn) }]
  })
}

/** Throws at a text that is not a number or a range of numbers, because a requirement would lose its test silently. */
function numbersIn(text: string): readonly string[] {
  const found = NAMED.exec(text)
  if (found === null) throw new Error(`"Proves ${text}" does not name a requirement: write "A 2.3" or "T 9.31 to 9.51".`)
  const [, letter, section, first, last = first] = found
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${letter} ${section}.${Number(first) + n}`)
}

/** The last call of a chain such as `.skipIf(…).each(…)(…)`, which has the title. */
function lastCall(text: string, at: number): { readonly opened: number; readonly closed: number } | undefined {
  const named = at + /^(?:\.\w+)*/.exec(text.slice(at, at + 80))![0].length
  const opened = text[named] === '<' ? text.indexOf('>(', named) + 1 : named
  if (text[opened] !== '(') return undefined
  const closed = endOfBrackets(text, opened)
  return text[closed] === '(' || text[closed] === '.' ? lastCall(text, closed) : { opened, closed }
}

/** The text of the string that begins at the first sign from `at` that is not white space; undefined if there is none. */
function literalAt(text: string, at: number): string | undefined {
  const start = at + text.slice(at).search(/\S/)
  const end = endOfLiteral(text, start)
  return end === start ? undefined : text.slice(start + 1, end - 1).replaceAll(/\\(['"`\\])/g, '$1')
}

/** The position after the bracket that closes the one at `at`. Brackets in strings, comments and patterns do not count. */
function endOfBrackets(text: string, at: number): number {
  let depth = 0
  for (let now = at; now < text.length; now += 1) {
    const skipped = Math.max(endOfLiteral(text, now), endOfComment(text, now), endOfPattern(text, now))
    if (skipped > now) now = skipped - 1
    else if ('([{'.includes(text[now]!)) depth += 1
    else if (')]}'.includes(text[now]!) && --depth === 0) return now + 1
  }
  return text.length
}

/** The position after the string at `at`, or `at` if none begins there. */
function endOfLiteral(text: string, at: number): number {
  const quote = text[at]!
  if (quote !== "'" && quote !== '"' && quote !== '`') return at
  for (let now = at + 1; now < text.length; now += 1) {
    if (text[now] === '\\') now += 1
    else if (text[now] === quote) return now + 1
    else if (quote === '`' && text.startsWith('${', now)) now = endOfBrackets(text, now + 1) - 1
  }
  return text.length
}

function endOfComment(text: string, at: number): number {
  const end = text.startsWith('//', at) ? text.indexOf('\n', at) : text.startsWith('/*', at) ? text.indexOf('*/', at) + 2 : at
  return end < at ? text.length : end
}

/** A slash begins a pattern only after a sign that a value cannot end with. */
function endOfPattern(text: string, at: number): number {
  if (text[at] !== '/' || !/(?:[(,=:[!&|?{};>]|\breturn)\s*$/.test(text.slice(Math.max(0, at - 12), at))) return at
  let isInClass = false
  for (let now = at + 1; now < text.length && text[now] !== '\n'; now += 1) {
    if (text[now] === '\\') now += 1
    else if (text[now] === '[') isInClass = true
    else if (text[now] === ']') isInClass = false
    else if (text[now] === '/' && !isInClass) return now + 1
  }
  return at
}

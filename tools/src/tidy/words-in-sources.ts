/** The names and comments of a source file, each with its line: the glossary test looks for retired words in them. */
import type { Source } from './sources.ts'

export type Word = { readonly text: string; readonly line: number }
export type Words = { readonly names: readonly Word[]; readonly comments: readonly Word[] }

const read = new WeakMap<Source, Words>()

/** Several checks read the same sources, so each is read once. */
export function wordsIn(source: Source): Words {
  const known = read.get(source)
  if (known !== undefined) return known
  const words = readWords(source)
  read.set(source, words)
  return words
}

/** No comment, text, template or brace begins with these. */
const PLAIN = /[^/'"`{}]+/y

function readWords(source: Source): Words {
  const { code, comments } = separate(source.text)
  const shown = source.path.endsWith('.tsx') ? withoutShownTexts(code) : code
  const inLines = (text: string, pattern: RegExp): Word[] =>
    text.split('\n').flatMap((line, index) => [...line.matchAll(pattern)].map(([found]): Word => ({ text: found, line: index + 1 })))
  return { names: inLines(shown, /[A-Za-z_$][\w$]*/g), comments: inLines(comments.replace(/`[^`\n]*`/g, ' '), /\S.*/g) }
}

/** Splits code and comments, each with blanks in place of the other, so that both keep their lines. Strings are in neither. */
function separate(text: string): { readonly code: string; readonly comments: string } {
  const code: string[] = []
  const comments: string[] = []
  // When `${` of a template has opened code, the depth of braces at which the template continues.
  const templates: number[] = []
  let depth = 0
  let at = 0
  const take = (end: number, into: string[] | undefined): void => {
    const piece = text.slice(at, end)
    const blank = piece.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))
    code.push(into === code ? piece : blank)
    comments.push(into === comments ? piece : blank)
    at = end
  }
  while (at < text.length) {
    PLAIN.lastIndex = at
    if (PLAIN.test(text)) {
      take(PLAIN.lastIndex, code)
      continue
    }
    const end = endOfComment(text, at) ?? endOfText(text, at, code)
    if (end !== undefined) {
      take(end, text[at] === '/' && /[/*]/.test(text[at + 1]!) ? comments : undefined)
      continue
    }
    const isTemplate = text[at] === '`' || (text[at] === '}' && templates.at(-1) === depth)
    if (isTemplate) {
      if (text[at] === '}') templates.pop()
      const stop = endOfTemplate(text, at + 1)
      if (text[stop - 1] === '{') templates.push(depth)
      take(stop, undefined)
      continue
    }
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    take(at + 1, code)
  }
  return { code: code.join(''), comments: comments.join('') }
}

function endOfComment(text: string, at: number): number | undefined {
  const opening = text.slice(at, at + 2)
  if (opening !== '//' && opening !== '/*') return undefined
  const end = opening === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at) + 2
  return end < at ? text.length : end
}

/** A quoted string, or a regular expression where only that is possible. */
function endOfText(text: string, at: number, before: readonly string[]): number | undefined {
  const mark = text[at]!
  if (mark !== "'" && mark !== '"' && mark !== '/') return undefined
  if (mark === '/' && (text[at + 1] === '>' || !/[(,=:[!&|?{};>]$/.test(before.slice(-40).join('').trimEnd()))) return undefined
  const whole =
    mark === '/' ? /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y : mark === "'" ? /'(?:\\.|[^'\\\n])*'/y : /"(?:\\.|[^"\\\n])*"/y
  whole.lastIndex = at
  return whole.test(text) ? whole.lastIndex : undefined
}

/** The position after its closing quote, or after the `${` that opens code. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return at + 1
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2
  }
  return text.length
}

/** Text that a component shows counts like any other string. */
const withoutShownTexts = (code: string): string =>
  code.replace(/(?<![=-])>[^<>{}();=]+(?=[<{])|(?<=\})[^<>{}();=]+(?=[<{])/g, (shown) => shown.replace(/[^\n>]/g, ' '))

/** `toldAnswer`, `TOLD_ANSWER` and `ToldAnswer` are `told-answer`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

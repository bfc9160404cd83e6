/** Comments whose sentence has a free relative for its subject: "Who is slow is told" where "Slow consumers get a named close" is meant. */
import type { Source } from './sources.ts'
import { wordsIn } from './words-in-sources.ts'

/** "Where it rests, it …" only says where; "Where it rests." is a subject. */
const RELATIVE = String.raw`(?:(?:What|Who|Whoever|Whatever|Whose|Whom|Which)\b|Where\b(?![^.]*,))`
/** A question keeps its word. */
const AT_ANY_START = new RegExp(String.raw`(?:^|[.!?;:] )${RELATIVE}(?![^.]*\?)`)
const AFTER_A_STOP = new RegExp(String.raw`[.!?;] ${RELATIVE}(?![^.]*\?)`)

export function freeRelativesIn(source: Source): readonly { readonly line: number; readonly found: string }[] {
  let last = { line: -1, isOpen: false }
  return wordsIn(source).comments.flatMap(({ text, line }) => {
    const words = text.replace(/^(?:\/\*\*?|\*\/?|\/\/)\s?/, '').replace(/\s*\*\/$/, '')
    // A line within a comment goes on with the sentence of the line before.
    const goesOn = last.isOpen && line === last.line + 1 && !text.startsWith('/*')
    last = { line, isOpen: !/[.!?:]$/.test(words) && words !== '' }
    return (goesOn ? AFTER_A_STOP : AT_ANY_START).test(words) ? [{ line, found: words }] : []
  })
}

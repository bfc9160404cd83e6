/** Finds where functions begin and end, from the indentation that the formatter guarantees. */
import type { Source } from './sources.ts'

export type FunctionLength = {
  /** The line on which it begins, counted from 1. */
  readonly line: number
  /** Includes the functions inside it. */
  readonly length: number
}
type Span = { readonly start: number; readonly end: number }

/** A declaration, an arrow function with a name, or a method. Its parameters may take several lines. */
const HEAD =
  /^(\s*)(export )?(async )?(function\b|(const|let) \w+( ?:[^=]*)? = (async )?(\w+ =>|[(<])|((public|private|static|async|get|set) )*[#\w]+(<[^>]*>)?\(|\w+: (async )?\()/
const NO_FUNCTION = /^\s*(if|for|while|switch|catch|describe|it)\b/
/** Continues with the parameters or reaches the body, at the indentation of the head. */
const CONTINUES = /^(\}: |\}\)|\)|>\()[^;]*[{(]$/
const OPENS_BODY = /(\)|=>)[^(]*\{$/

export function functionsIn({ lines }: Source): readonly FunctionLength[] {
  const spans = lines.flatMap((text, start) => spanFrom(lines, text, start))
  return spans.map(({ start, end }) => ({ line: start + 1, length: end - start + 1 }))
}

function spanFrom(lines: readonly string[], text: string, start: number): readonly Span[] {
  const indent = HEAD.exec(text)?.[1]
  if (indent === undefined || !/[{(]$/.test(text) || NO_FUNCTION.test(text)) return []
  let hasBody = OPENS_BODY.test(text)
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '' || line.startsWith(`${indent} `)) continue
    const rest = line.startsWith(indent) ? line.slice(indent.length) : ''
    if (!/^[})>]/.test(rest)) return []
    if (!CONTINUES.test(rest)) return hasBody ? [{ start, end: at }] : []
    hasBody ||= rest.endsWith('{')
  }
  return []
}

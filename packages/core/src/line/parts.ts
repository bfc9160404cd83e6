/** A line split into parts: each word or figure with everything that it can mean. Nothing is decided here. */
import { MAX_PARTS } from './limits.ts'
import type { Listing } from './listing.ts'
import type { Part } from './part.ts'
import { rules } from './part-rules.ts'

/** Characters that only separate their neighbours. A plus or minus is the side of a leg, except in `iron-fly` and `+ hedge`. */
const BETWEEN = /[\s,;·|]+|[/&()\u00d7](?!\s*-)|(?<=[a-z])-(?=[a-z])|\+(?=\s*hedge\b)/iy

/** Undefined if the line has too many parts for one RFQ. */
export function partsOf(line: string, listing: Listing): readonly Part[] | undefined {
  const parts: Part[] = []
  let at = 0
  while (at < line.length) {
    BETWEEN.lastIndex = at
    const between = BETWEEN.exec(line)
    if (between !== null) {
      at += between[0].length
      continue
    }
    const part = partAt(line, at, listing)
    parts.push(part)
    if (parts.length > MAX_PARTS) return undefined
    at += part.text.length
  }
  return parts
}

function partAt(line: string, at: number, listing: Listing): Part {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = at
    const match = pattern.exec(line)
    const found = match === null ? undefined : read(match, listing)
    if (found === undefined) continue
    const text = match![0]
    return Array.isArray(found)
      ? { at, text, readings: found }
      : { at, text, readings: [], ...(found as Pick<Part, 'problem' | 'instead'>) }
  }
  const text = /[^\s,;·|]+/y.exec(line.slice(at))?.[0] ?? line[at]!
  return { at, text, readings: [], problem: /\d/.test(text) ? `${text} was not recognised.` : `“${text}” was not recognised.` }
}

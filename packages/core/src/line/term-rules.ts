/** Words for the terms of a structure: the hedge, named or anonymous, a side and a limit. */
import type { Side } from '../structure/structure.ts'
import { readDecimal, readPrice, suggestDecimal } from '../numbers/read.ts'
import { lifetimeRefusal } from '../rfq/life/lifetime.ts'
import { GOOD_FOR_MS } from '../rfq/model/limits.ts'
import { lifetimeWord } from './line-texts.ts'
import type { LineTerms } from './meaning.ts'
import type { Rule } from './part.ts'

const FIGURE = String.raw`[+\u2212-]?\d[\d.,]*[km]?`
const END = String.raw`(?![\w.]|,\d)`
const WORD_END = '(?![a-z\\d])'

const said = (pattern: string, terms: LineTerms): Rule => ({
  pattern: new RegExp(`(?:${pattern})${WORD_END}`, 'iy'),
  read: () => [{ kind: 'TERMS', terms }],
})

const side = (pattern: string, is: Side): Rule => said(pattern, { side: is })

/** A price after `@` or `vs`. If it has a comma for the decimal point, a correction is offered and nothing is read. */
const priced = (pattern: string, termsOf: (value: NonNullable<ReturnType<typeof readPrice>>) => LineTerms): Rule => ({
  pattern: new RegExp(`(?:${pattern})\\s*(${FIGURE})${END}`, 'iy'),
  read: ([text, figure]) => {
    const value = readPrice(figure!)
    if (value !== undefined) return [{ kind: 'TERMS', terms: termsOf(value) }]
    if (readDecimal(figure!) !== undefined) return { problem: `${figure} is not a valid price.` }
    const meant = suggestDecimal(figure!)
    return {
      problem: `${figure} is not a valid number.`,
      ...(meant === undefined ? {} : { instead: { part: meant, text: text.replace(figure!, meant) } }),
    }
  },
})

const MINUTE = 60_000

/** `gf 15m`. A lifetime that is not available is refused, with the nearest available one. */
const goodFor: Rule = {
  pattern: new RegExp(`(?:gf|good[- ]for)(?![a-z])\\s*(?:(\\d[\\d.,]*)\\s*(m|mins?|minutes?|h|hrs?|hours?)?${END})?`, 'iy'),
  read: ([, figure, unit]) => {
    const goodForMs = Number(figure) * MINUTE * (/^h/i.test(unit ?? '') ? 60 : 1)
    const refusal = lifetimeRefusal({ audience: 'DIRECT', goodForMs })
    if (refusal === undefined && unit !== undefined) return [{ kind: 'TERMS', terms: { goodForMs } }]
    if (!Number.isFinite(goodForMs)) return { problem: 'Add how long the RFQ stays open, for example gf 15m.' }
    const near = GOOD_FOR_MS.toSorted((a, b) => Math.abs(a - goodForMs) - Math.abs(b - goodForMs))[0]!
    const meant = `gf ${lifetimeWord(near)}`
    return { problem: refusal?.message ?? 'Minutes or hours?', instead: { part: meant, text: meant } }
  },
}

/** Longer words first, because each removes its own words from the line. */
export const termRules: readonly Rule[] = [
  priced('@|limit\\b|lmt\\b', (limit) => ({ limit })),
  priced('pay(?:ing)?\\b', (limit) => ({ limit, side: 'BUY' })),
  priced('vs\\.?(?![a-z])|ref\\b\\.?', (hedgePrice) => ({ isHedged: true, hedgePrice })),
  said('no hedge|un-?hedged|live|no delta', { isHedged: false }),
  said('(?:with |w/ ?)?(?:delta[- ]?)?hedged?|(?:with |w/ ?)delta|delta[- ]neutral|dh', { isHedged: true }),
  goodFor,
  said('one[- ]way|one[- ]sided', { isOneWay: true }),
  said('not anon(?:ymous)?|disclosed', { isAnonymous: false }),
  said('anon(?:ymous(?:ly)?)?', { isAnonymous: true }),
  side('buy(?:ing)?|bought|long', 'BUY'),
  side('sell(?:ing)?|sold|short', 'SELL'),
]

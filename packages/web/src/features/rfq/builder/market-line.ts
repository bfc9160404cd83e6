/** A line in the builder of an order-book market, which has no quantity, no side, no names and no chosen end (rulebook 10). Pure. */
import { formatQuantity, lifetimeText, type LineMeaning, type LineOffer, printLine, quantityText } from '@parley/core'
import { meaningWords } from '../../line/line-words.ts'

/** In a market a line that says what it cannot have is not understood, because what it would send is something else. */
export function marketReading(meaning: LineMeaning): { readonly words: string } | { readonly problem: string; readonly offer: LineOffer } {
  const { quantity, ...terms } = meaning
  const against = contradictions(meaning)
  if (against.length > 0)
    return {
      problem: `A market is everybody’s: ${against.join(' and ')} cannot be said to it. Ask makers in a direct RFQ, or leave it out.`,
      offer: { part: 'the line without it', line: printLine(withoutContradictions(meaning)) },
    }
  const words = meaningWords(terms)
  return {
    words: quantity === undefined ? words : `${words} · ${quantityText(formatQuantity(quantity))}: not sent, a market has no quantity`,
  }
}

const contradictions = ({ isOneWay, isAnonymous, goodForMs }: LineMeaning): readonly string[] => [
  ...(isOneWay === true ? ['one-way'] : []),
  ...(isAnonymous === false ? ['your name'] : []),
  ...(goodForMs === undefined ? [] : [`good for ${lifetimeText(goodForMs)}`]),
]

/** A side that was said with one-way goes with it. */
const withoutContradictions = ({ isOneWay, isAnonymous, goodForMs: _, ...rest }: LineMeaning): LineMeaning => ({
  ...rest,
  isAnonymous: isAnonymous === false ? undefined : isAnonymous,
  isOneWay: isOneWay === true ? undefined : isOneWay,
  side: isOneWay === true ? undefined : rest.side,
})

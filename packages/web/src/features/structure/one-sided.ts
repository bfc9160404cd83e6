/** An RFQ whose taker has disclosed that it buys or sells: only the other side is quoted (rulebook 4.14). */
import type { Rfq, Side } from '@parley/client'

type Sided = Pick<Rfq, 'takerSide'>

const both: readonly Side[] = ['BUY', 'SELL']

/** The sides on which makers quote. */
export const quotedSides = ({ takerSide }: Sided): readonly Side[] => both.filter((side) => side !== takerSide)

/** The sides on which the taker trades. */
export const takenSides = ({ takerSide }: Sided): readonly Side[] => both.filter((side) => takerSide === undefined || side === takerSide)

/** `buys`, or undefined if the RFQ has two sides. */
export const takerVerb = ({ takerSide }: Sided): 'buys' | 'sells' | undefined =>
  takerSide === undefined ? undefined : takerSide === 'BUY' ? 'buys' : 'sells'

/** Why a maker cannot enter a price on a side. */
export const notAskedText = (verb: 'buys' | 'sells'): string => `The taker ${verb}: your ${verb === 'buys' ? 'bid' : 'ask'} is not needed.`

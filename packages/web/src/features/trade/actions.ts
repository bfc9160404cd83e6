/** The next actions after a trade: repeat, reverse, hedge, copy the line. Pure. */
import type { Leg, Rfq, TapeTrade } from '@parley/client'
import { RFQ_LIFETIME_MS, type Instrument } from '@parley/core'
import type { RequestCopy } from '../../live/screen-state.ts'
import { tradeLegs } from '../structure/structure-text.ts'

export type Copied = Pick<Rfq, 'venue' | 'baseCurrency' | 'legs' | 'description'> & {
  readonly quantity: string
  readonly makers: readonly string[]
  readonly isAnonymous: boolean
  readonly takerSide: Rfq['takerSide']
  readonly goodForMs: number
}

export const copiedOfRfq = (rfq: Rfq): Copied => ({
  ...{ venue: rfq.venue, baseCurrency: rfq.baseCurrency, legs: rfq.legs, description: rfq.description, quantity: rfq.quantity ?? '' },
  makers: rfq.role === 'TAKER' ? rfq.counterparties : [],
  isAnonymous: rfq.isTakerAnonymous && rfq.role === 'TAKER',
  takerSide: rfq.role === 'TAKER' ? rfq.takerSide : undefined,
  goodForMs: (rfq.role === 'TAKER' ? rfq.goodForMs : undefined) ?? RFQ_LIFETIME_MS,
})

/** A trade's legs are on the viewer's side, and the structure's own direction is the buyer's. */
export const copiedOfTrade = (trade: TapeTrade): Copied => ({
  ...{ venue: trade.venue, baseCurrency: trade.baseCurrency, description: trade.description, quantity: trade.quantity },
  legs: structureLegs(trade),
  makers: [],
  isAnonymous: false,
  takerSide: undefined,
  goodForMs: RFQ_LIFETIME_MS,
})

/** The legs for the structure's buyer: hedges with their price, and the other legs without. */
export function structureLegs(trade: TapeTrade): readonly Leg[] {
  const legs = tradeLegs({ ...trade, kind: trade.kind ?? 'OPTION' })
  return legs.map(({ instrumentId, instrumentName, productCode, ratio, quantity, side, price }) => ({
    ...{ instrumentId, instrumentName, productCode, ratio, quantity, price },
    side: trade.side === 'BUY' ? side : other(side),
  }))
}

const other = (side: 'BUY' | 'SELL'): 'BUY' | 'SELL' => (side === 'BUY' ? 'SELL' : 'BUY')

export function askAgain({ venue, baseCurrency, legs, quantity, makers, isAnonymous, takerSide, goodForMs }: Copied): RequestCopy {
  const own = legs.filter(({ price }) => price === undefined)
  return { venue, baseCurrency, legs: own, isHedged: own.length < legs.length, quantity, makers, isAnonymous, takerSide, goodForMs }
}

/** Every leg reversed, for the traded quantity: buying it closes the bought position. */
export const reversed = (copied: Copied, dealt: string): RequestCopy => {
  const again = askAgain(copied)
  return { ...again, quantity: dealt, legs: again.legs.map((leg) => ({ ...leg, side: other(leg.side) })) }
}

/** The same strikes in the next expiry that lists them all. Undefined if there is none, and for futures. */
export function rolled(copied: Copied, instruments: ReadonlyMap<number, Instrument>): RequestCopy | undefined {
  const again = askAgain(copied)
  const held = again.legs.map(({ instrumentId }) => instruments.get(instrumentId))
  if (held.length === 0 || !held.every((one) => one?.kind === 'OPTION' && one.expiresAt !== undefined)) return undefined
  const listed = [...instruments.values()].filter(({ kind }) => kind === 'OPTION')
  const last = Math.max(...held.map((one) => one!.expiresAt!))
  const shift = (expiry: number): RequestCopy | undefined => {
    const legs = again.legs.map((leg, place) => {
      const { strike, optionKind, expiresAt, productCode } = held[place]!
      // Only the legs of the last expiry move. An earlier expiry of a calendar moves to the later one.
      const wanted = expiresAt === last ? expiry : last
      const found = listed.find((one) => one.expiresAt === wanted && one.strike === strike && one.optionKind === optionKind && one.productCode === productCode) // prettier-ignore
      return found === undefined ? undefined : { ...leg, instrumentId: found.id }
    })
    return legs.every((leg) => leg !== undefined) ? { ...again, legs } : undefined
  }
  const later = [...new Set(listed.flatMap(({ expiresAt }) => (expiresAt !== undefined && expiresAt > last ? [expiresAt] : [])))]
  for (const expiry of later.sort((a, b) => a - b)) {
    const copy = shift(expiry)
    if (copy !== undefined) return copy
  }
  return undefined
}

/** `BTC CSpd 25 Dec 26 90000/100000`: the description in one line, as the builder's line reads it. */
export const lineOf = ({ description }: Pick<Copied, 'description'>): string =>
  description.split('\n').join(' ').replaceAll(/ {2,}/g, ' ').trim()

/** A perpetual trades in dollars, so a delta in coins is converted to dollars. */
export const hedgeOf = (delta: number, index: number, increment: number): { readonly side: 'BUY' | 'SELL'; readonly dollars: number } => ({
  side: delta > 0 ? 'SELL' : 'BUY',
  dollars: Math.round((Math.abs(delta) * index) / increment) * increment,
})

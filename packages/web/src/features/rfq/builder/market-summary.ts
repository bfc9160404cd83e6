/** The builder's summary of an order-book market: whether it can be opened, and whether it already exists. Pure. */
import type { Rfq } from '@parley/client'
import { canonical, checkStructure, product, QUOTES_END_BEFORE_EXPIRY_MS, structureKey, type Refusal, type Structure } from '@parley/core'
import { isOrderBook, type OrderBookRfq } from '../../../live/audiences.ts'
import { structureOfRfq } from '../../structure/structure-of-rfq.ts'
import type { BuilderFacts, BuilderSummary } from './builder-summary.ts'

export type MarketSummary = {
  /** The structure's existing market, which is joined instead of opened again. */
  readonly existing: OrderBookRfq | undefined
  /** Why it cannot be opened: the server's message. */
  readonly problem: string | undefined
}

type MarketFacts = Pick<BuilderFacts, 'instruments' | 'now'> & {
  readonly rfqs: Iterable<Rfq>
  /** Whether the flag for alt coins is on. */
  readonly altCoins: 'on' | 'off'
}

/** A structure and its mirror are one market (rulebook 10.1). */
export function summariseMarket(summary: Pick<BuilderSummary, 'structure' | 'legs'>, known: MarketFacts): MarketSummary {
  const { structure } = summary
  if (summary.legs.length === 0) return none('Choose a structure on the left, or click prices in the chain.')
  if (structure === undefined) return none('Enter valid ratios (up to 4 decimals) and hedge prices (up to 8 decimals).')
  const refused: Refusal | undefined = checkStructure(structure)
  if (refused !== undefined) return none(refused.message)
  const closed = structure.legs.map(({ instrument }) => orderBookRefusal(instrument.productCode, known.altCoins)).find(Boolean)
  if (closed !== undefined) return none(closed)
  const existing = marketOf(structure, known)
  if (existing === undefined && endsWithin(structure, known.now))
    return none('The first leg expires within a minute. Choose a structure with later expiries.')
  return { existing, problem: undefined }
}

const none = (problem: string): MarketSummary => ({ existing: undefined, problem })

/** Products disabled for the order book trade there only with the alt-coin flag (rulebook 10.1). */
export function orderBookRefusal(code: string, altCoins: 'on' | 'off'): string | undefined {
  const { isDisabled = true, isDisabledForOb = true, longName = code } = product(code) ?? {}
  return isDisabled || (isDisabledForOb && altCoins === 'off') ? `There is no order book for ${longName}. Try a direct RFQ.` : undefined
}

function marketOf(structure: Structure, { rfqs, instruments }: MarketFacts): OrderBookRfq | undefined {
  const key = structureKey(canonical(structure).structure)
  for (const rfq of rfqs) {
    if (!isOrderBook(rfq) || rfq.state !== 'OPEN') continue
    const held = structureOfRfq(rfq, instruments)
    if (held !== undefined && structureKey(held) === key) return rfq
  }
  return undefined
}

const endsWithin = ({ legs }: Structure, now: number): boolean =>
  legs.some(({ instrument }) => (instrument.expiresAt ?? Infinity) - QUOTES_END_BEFORE_EXPIRY_MS <= now)

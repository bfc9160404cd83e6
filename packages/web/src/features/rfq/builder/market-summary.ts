/** The builder's summary of an order-book market: whether it may be opened, and whether it is there already. Pure. */
import type { Rfq } from '@parley/client'
import { canonical, checkStructure, product, QUOTES_END_BEFORE_EXPIRY_MS, structureKey, type Refusal, type Structure } from '@parley/core'
import { isOrderBook, type OrderBookRfq } from '../../../live/audiences.ts'
import { structureOfRfq } from '../../structure/structure-of-rfq.ts'
import type { BuilderFacts, BuilderSummary } from './builder-summary.ts'

export type MarketSummary = {
  /** The market that the structure has; it is joined, not opened a second time. */
  readonly existing: OrderBookRfq | undefined
  /** The reason why it cannot be opened, in the server's words. */
  readonly problem: string | undefined
}

type MarketFacts = Pick<BuilderFacts, 'instruments' | 'now'> & {
  readonly rfqs: Iterable<Rfq>
  /** Whether the flag of alt coins is on. */
  readonly altCoins: 'on' | 'off'
}

/** A structure and its mirror are one market (rulebook 10.1). */
export function summariseMarket(summary: Pick<BuilderSummary, 'structure' | 'legs'>, known: MarketFacts): MarketSummary {
  const { structure } = summary
  if (summary.legs.length === 0) return none('Choose a structure at the left, or press prices in the chain.')
  if (structure === undefined) return none('Every ratio and hedge price must be a number with at most 4 and 8 decimals.')
  const refused: Refusal | undefined = checkStructure(structure)
  if (refused !== undefined) return none(refused.message)
  const closed = structure.legs.map(({ instrument }) => whyNotInOrderBook(instrument.productCode, known.altCoins)).find(Boolean)
  if (closed !== undefined) return none(closed)
  const existing = marketOf(structure, known)
  if (existing === undefined && endsWithin(structure, known.now))
    return none('The first leg expires within a minute. Choose a structure with later expiries.')
  return { existing, problem: undefined }
}

const none = (problem: string): MarketSummary => ({ existing: undefined, problem })

/** Products that are disabled for the order book trade there only with the flag of alt coins (rulebook 10.1). */
export function whyNotInOrderBook(code: string, altCoins: 'on' | 'off'): string | undefined {
  const { isDisabled = true, isDisabledForOb = true, longName = code } = product(code) ?? {}
  return isDisabled || (isDisabledForOb && altCoins === 'off')
    ? `${longName} does not trade in the order book now; a direct RFQ may.`
    : undefined
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

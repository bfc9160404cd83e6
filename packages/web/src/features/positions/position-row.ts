/** The rows of the Positions tab at current marks, from the venue accounts or calculated from the desk’s own trades. Pure. */
import type { MarkView, PositionFactsView } from '@parley/contracts'
import {
  expiryText,
  type Instant,
  type Instrument,
  parsePrice,
  parseQuantity,
  positionFigures,
  type PositionFigures,
  type PositionRow,
  type PositionTerms,
  priceFromNumber,
  product,
  type Price,
  type Quantity,
} from '@parley/core'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import type { OwnTradePosition } from './own-trades.ts'

export type HeldRow = PositionRow & {
  readonly id: string
  readonly account: string
  readonly productCode: string | undefined
  /** Counted in dollars, as an inverse future is. */
  readonly isInDollars: boolean
  /** Signed. */
  readonly quantity: number
  readonly averagePrice: number
  /** Our mark price, or that of the venue if the catalogue does not know the contract. */
  readonly markPrice: number | undefined
  /** The market of its mark prices: `DBT.BTC`. */
  readonly market: string
  readonly gainIn: string | undefined
  readonly readAt: number | undefined
}

export type Marks = {
  readonly marks: ReadonlyMap<number, MarkView>
  readonly indexOf: (market: string) => number | undefined
  readonly now: number
}

type Terms = Pick<PositionFactsView, 'kind' | 'margin_kind' | 'option_kind' | 'strike' | 'expires_at'>

function termsOf({ kind, margin_kind, option_kind, strike, expires_at }: Terms): PositionTerms | undefined {
  if (kind === null || margin_kind === null) return undefined
  const at = strike === null ? undefined : parsePrice(strike)
  return {
    kind,
    marginKind: margin_kind,
    ...(option_kind === null ? {} : { optionKind: option_kind }),
    ...(at === undefined ? {} : { strike: at }),
    ...(expires_at === null ? {} : { expiresAt: expires_at as Instant }),
  }
}

type Figured = { readonly terms: PositionTerms | undefined; readonly instrumentId: number | undefined; readonly market: string }
type Size = { readonly quantity: Quantity; readonly averagePrice: Price }

function figuresAt({ terms, instrumentId, market }: Figured, size: Size, { marks, indexOf, now }: Marks): PositionFigures | undefined {
  const view = instrumentId === undefined ? undefined : marks.get(instrumentId)
  const mark = markFromWire(view, indexOf(market) ?? 0, now)
  return terms === undefined || mark === undefined ? undefined : positionFigures({ terms, ...size }, mark, now)
}

const marked = (instrumentId: number | undefined, { marks }: Marks): number | undefined => {
  const view = instrumentId === undefined ? undefined : marks.get(instrumentId)
  return view === undefined ? undefined : Number(view.mark_price)
}

export function rowOfFacts(facts: PositionFactsView, readAt: number | null, at: Marks): HeldRow {
  const { venue, account_name: account, instrument_name: instrumentName, base_currency: currency } = facts
  const market = `${venue}.${currency}`
  const terms = termsOf(facts)
  const instrumentId = facts.instrument_id ?? undefined
  const size = { quantity: parseQuantity(facts.quantity)!, averagePrice: parsePrice(facts.average_price)! }
  return {
    id: `${venue} ${account} ${instrumentName}`,
    ...{ currency: currency ?? undefined, venue, account, instrumentName, market },
    expiry: facts.expires_at ?? (terms?.kind === 'FUTURE' ? 'PERPETUAL' : 'UNKNOWN'),
    productCode: facts.product_code ?? undefined,
    isInDollars: terms?.kind === 'FUTURE' && terms.marginKind === 'INVERSE',
    quantity: Number(facts.quantity),
    averagePrice: Number(facts.average_price),
    markPrice: marked(instrumentId, at) ?? (facts.venue_mark_price === null ? undefined : Number(facts.venue_mark_price)),
    gainIn: facts.currency ?? undefined,
    readAt: readAt ?? undefined,
    figures: figuresAt({ terms, instrumentId, market }, size, at),
  }
}

/** The position of a desk whose accounts cannot be read, from its trades here. */
export function rowOfOwnTrades(held: OwnTradePosition, instrument: Instrument | undefined, at: Marks): HeldRow {
  const { id, venue, baseCurrency: currency, instrument: instrumentName, instrumentId, productCode, net, averagePrice } = held
  const market = `${venue}.${currency}`
  const family = product(productCode)
  const isInDollars = family?.kind === 'FUTURE' && family.marginType === 'INVERSE'
  const size = { quantity: Math.round(net * 1e6) as Quantity, averagePrice: priceFromNumber(averagePrice) ?? (0 as Price) }
  return {
    ...{ id, currency, venue, account: '', instrumentName, market, productCode, isInDollars, averagePrice },
    expiry: instrument === undefined ? 'UNKNOWN' : (instrument.expiresAt ?? 'PERPETUAL'),
    quantity: net,
    markPrice: marked(instrumentId, at),
    gainIn: family === undefined ? undefined : family.marginType === 'INVERSE' ? currency : family.quoteCurrency,
    readAt: undefined,
    figures: figuresAt({ terms: instrument, instrumentId, market }, size, at),
  }
}

/** `18 DEC 26`, `Perpetual`. */
export function expiryName(expiry: HeldRow['expiry']): string {
  switch (expiry) {
    case 'PERPETUAL':
      return 'Perpetual'
    case 'UNKNOWN':
      return 'Expiry not known'
    default:
      return expiryText(expiry as Instant)
  }
}

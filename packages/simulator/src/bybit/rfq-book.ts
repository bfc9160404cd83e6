/** The venue's RFQs, quotes and trades: stored on disk first, then in memory. */
import { openLineFile } from '../exchange/line-file.ts'
import type { FilledLeg, Side } from './holdings.ts'

export type Status = 'Active' | 'PendingFill' | 'Canceled' | 'Filled' | 'Expired' | 'Failed'
export type RfqLeg = { readonly category: 'option' | 'linear'; readonly symbol: string; readonly side: Side; readonly qty: string }
export type LegPrice = { readonly category: 'option' | 'linear'; readonly symbol: string; readonly price: string }

/** Parties are identified by their keys here, and by their desk codes on the wire. */
export type Rfq = {
  readonly rfqId: string
  readonly rfqLinkId: string
  readonly taker: string
  readonly counterparties: readonly string[]
  readonly strategyType: string
  readonly anonymous: boolean
  readonly status: Status
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly legs: readonly RfqLeg[]
}

export type Quote = {
  readonly quoteId: string
  readonly quoteLinkId: string
  readonly rfqId: string
  readonly maker: string
  readonly status: Status
  readonly execQuoteSide: Side | ''
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly buyList: readonly LegPrice[]
  readonly sellList: readonly LegPrice[]
}

export type TradeLeg = FilledLeg & {
  readonly category: 'option' | 'linear'
  readonly execId: string
  readonly markPrice: string
  readonly resultCode: number
  readonly resultMessage: string
  readonly rejectParty: '' | 'Taker' | 'Maker' | 'bybit'
}
export type Trade = {
  readonly rfqId: string
  readonly quoteId: string
  readonly quoteSide: Side
  readonly status: 'Filled' | 'Failed'
  readonly createdAt: number
  readonly updatedAt: number
  readonly legs: readonly TradeLeg[]
}

type Line =
  | { readonly kind: 'rfq'; readonly rfq: Rfq }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'trade'; readonly trade: Trade }

export interface RfqBook {
  rfqs(): readonly Rfq[]
  quotes(): readonly Quote[]
  trades(): readonly Trade[]
  rfq(id: string): Rfq | undefined
  quote(id: string): Quote | undefined
  putRfq(rfq: Rfq): void
  putQuote(quote: Quote): void
  addTrade(trade: Trade): void
  close(): void
}

export function openRfqBook(dataDir: string | undefined): RfqBook {
  const file = openLineFile<Line>(dataDir, 'bybit-rfqs.jsonl')
  const rfqs = new Map<string, Rfq>()
  const quotes = new Map<string, Quote>()
  const trades: Trade[] = []
  const take = (line: Line): void => {
    switch (line.kind) {
      case 'rfq':
        return void rfqs.set(line.rfq.rfqId, line.rfq)
      case 'quote':
        return void quotes.set(line.quote.quoteId, line.quote)
      case 'trade':
        return void trades.push(line.trade)
    }
  }
  file.lines.forEach(take)
  const put = (line: Line): void => {
    file.append(line)
    take(line)
  }
  return {
    rfqs: () => [...rfqs.values()],
    quotes: () => [...quotes.values()],
    trades: () => trades,
    rfq: (id) => rfqs.get(id),
    quote: (id) => quotes.get(id),
    putRfq: (rfq) => put({ kind: 'rfq', rfq }),
    putQuote: (quote) => put({ kind: 'quote', quote }),
    addTrade: (trade) => put({ kind: 'trade', trade }),
    close: file.close,
  }
}

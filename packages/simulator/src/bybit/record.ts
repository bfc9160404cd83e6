/** The record of executions as Bybit shows it. */
import { userOf } from '../exchange/account.ts'
import { createTamperedRecord, type Addition, type Alteration, type TamperedRecord } from '../exchange/tampered-record.ts'
import type { TamperedLeg } from '../exchange/tampering.ts'
import type { Accounts } from './accounts.ts'
import type { BybitMarket } from './market.ts'
import type { Quote, Rfq, RfqBook, Trade, TradeLeg } from './rfq-book.ts'

export type ShownTrade = { readonly trade: Trade; readonly rfq: Rfq; readonly quote: Quote }

export type BlockRecord = TamperedRecord<ShownTrade>

type RecordNeeds = { readonly book: RfqBook; readonly accounts: Accounts; readonly market: BybitMarket }

export const createRecord = ({ book, accounts, market }: RecordNeeds): BlockRecord =>
  createTamperedRecord<ShownTrade>({
    entries: () => book.trades().map((trade) => ({ trade, rfq: book.rfq(trade.rfqId)!, quote: book.quote(trade.quoteId)! })),
    blockOf: ({ trade }) => trade.rfqId,
    isExecuted: ({ trade }) => trade.status === 'Filled',
    alter: (shown, alteration) => {
      const { trade } = shown
      if (trade.legs[alteration.leg] === undefined) return undefined
      const legs = trade.legs.map((leg, index) => (index === alteration.leg ? alteredLeg(leg, alteration) : leg))
      return { ...shown, trade: { ...trade, legs } }
    },
    invent: (addition, number) => {
      const [maker, taker] = [accounts.withKey(addition.maker), accounts.withKey(addition.taker)]
      const isListed = addition.legs.every(({ instrument }) => market.contract(instrument) !== undefined)
      if (maker === undefined || taker === undefined || !isListed) return undefined
      const id = `${addition.at}${String(number).padStart(17, '9')}`
      return { id, entries: [inventedTrade(id, { ...addition, maker: userOf(maker), taker: userOf(taker) }, market)] }
    },
  })

const alteredLeg = (leg: TradeLeg, { price, quantity, fee }: Alteration): TradeLeg => ({
  ...leg,
  ...(price === undefined ? {} : { price }),
  ...(quantity === undefined ? {} : { qty: quantity }),
  ...(fee?.of === 'MAKER' ? { makerFee: fee.amount } : {}),
  ...(fee?.of === 'TAKER' ? { takerFee: fee.amount } : {}),
})

/** As if the taker had executed the maker's sell list, as in our blocks. */
function inventedTrade(id: string, { maker, taker, at, legs }: Addition, market: BybitMarket): ShownTrade {
  const quoteId = `${id}1`
  const tradeLegs = legs.map((leg, index) => legOf(leg, `${id}${index}`, market))
  const moments = { status: 'Filled', createdAt: at, updatedAt: at } as const
  const rfqLegs = tradeLegs.map(({ category, symbol, side, qty }) => ({ category, symbol, side, qty }))
  const prices = tradeLegs.map(({ category, symbol, price }) => ({ category, symbol, price }))
  return {
    trade: { rfqId: id, quoteId, quoteSide: 'Sell', ...moments, legs: tradeLegs },
    rfq: {
      ...{ rfqId: id, rfqLinkId: '', taker, counterparties: [maker], strategyType: 'custom', anonymous: false },
      ...{ ...moments, expiresAt: at, legs: rfqLegs },
    },
    quote: {
      ...{ quoteId, quoteLinkId: '', rfqId: id, maker, execQuoteSide: 'Sell', ...moments, expiresAt: at },
      ...{ buyList: [], sellList: prices },
    },
  }
}

const legOf = (
  { instrument, makerSide, price, quantity, makerFee = '0', takerFee = '0' }: TamperedLeg,
  execId: string,
  market: BybitMarket,
): TradeLeg => ({
  // The venue's RFQ accepts no inverse contracts, so its record contains none.
  ...{
    category: market.contract(instrument)!.category as TradeLeg['category'],
    symbol: instrument,
    side: makerSide === 'SELL' ? 'Buy' : 'Sell',
  },
  ...{ price, qty: quantity, makerFee, takerFee, execId, markPrice: price, resultCode: 0, resultMessage: '', rejectParty: '' },
})

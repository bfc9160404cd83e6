/** The record of executions as the venue shows it: what was executed, and what a hand past the protocol has made of it. */
import { userOf } from '../exchange/account.ts'
import type { Tamper, TamperedLeg, Tampering } from '../exchange/tampering.ts'
import type { Accounts } from './accounts.ts'
import type { BybitMarket } from './market.ts'
import type { Quote, Rfq, RfqBook, Trade, TradeLeg } from './rfq-book.ts'

export type ShownTrade = { readonly trade: Trade; readonly rfq: Rfq; readonly quote: Quote }

export interface BlockRecord {
  /** Oldest first. */
  trades(): readonly ShownTrade[]
  readonly tamper: Tamper
}

type RecordNeeds = { readonly book: RfqBook; readonly accounts: Accounts; readonly market: BybitMarket }

export function createRecord({ book, accounts, market }: RecordNeeds): BlockRecord {
  const removed = new Set<string>()
  const altered = new Map<string, readonly TradeLeg[]>()
  const added: ShownTrade[] = []
  const trades = (): readonly ShownTrade[] => {
    const real = book.trades().map((trade) => ({ trade, rfq: book.rfq(trade.rfqId)!, quote: book.quote(trade.quoteId)! }))
    return [...real, ...added]
      .filter(({ trade }) => !removed.has(trade.rfqId))
      .map((shown) => ({ ...shown, trade: { ...shown.trade, legs: altered.get(shown.trade.rfqId) ?? shown.trade.legs } }))
  }
  const alter = (tampering: Extract<Tampering, { kind: 'ALTER' }>): string | undefined => {
    const legs = trades().find(({ trade }) => trade.rfqId === tampering.block && trade.status === 'Filled')?.trade.legs
    if (legs?.[tampering.leg] === undefined) return undefined
    altered.set(
      tampering.block,
      legs.map((leg, index) => (index === tampering.leg ? alteredLeg(leg, tampering) : leg)),
    )
    return tampering.block
  }
  const add = (tampering: Extract<Tampering, { kind: 'ADD' }>): string | undefined => {
    const [maker, taker] = [accounts.withKey(tampering.maker), accounts.withKey(tampering.taker)]
    if (maker === undefined || taker === undefined || tampering.legs.some(({ instrument }) => market.contract(instrument) === undefined))
      return undefined
    const id = `${tampering.at}${String(added.length + 1).padStart(17, '9')}`
    added.push(inventedTrade(id, { ...tampering, maker: userOf(maker), taker: userOf(taker) }, market))
    return id
  }
  return {
    trades,
    tamper: (tampering) => {
      switch (tampering.kind) {
        case 'ALTER':
          return alter(tampering)
        case 'ADD':
          return add(tampering)
        case 'REMOVE':
          if (!trades().some(({ trade }) => trade.rfqId === tampering.block)) return undefined
          removed.add(tampering.block)
          return tampering.block
      }
    },
  }
}

const alteredLeg = (leg: TradeLeg, { price, quantity, fee }: Extract<Tampering, { kind: 'ALTER' }>): TradeLeg => ({
  ...leg,
  ...(price === undefined ? {} : { price }),
  ...(quantity === undefined ? {} : { qty: quantity }),
  ...(fee?.of === 'MAKER' ? { makerFee: fee.amount } : {}),
  ...(fee?.of === 'TAKER' ? { takerFee: fee.amount } : {}),
})

/** As if the taker had executed the maker's sell list, as blocks of ours are. */
function inventedTrade(id: string, { maker, taker, at, legs }: Extract<Tampering, { kind: 'ADD' }>, market: BybitMarket): ShownTrade {
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
  // The venue's RFQ takes no inverse contract, so that its record shows none.
  ...{
    category: market.contract(instrument)!.category as TradeLeg['category'],
    symbol: instrument,
    side: makerSide === 'SELL' ? 'Buy' : 'Sell',
  },
  ...{ price, qty: quantity, makerFee, takerFee, execId, markPrice: price, resultCode: 0, resultMessage: '', rejectParty: '' },
})

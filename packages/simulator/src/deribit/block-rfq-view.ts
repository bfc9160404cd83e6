/** A block RFQ, a quote and a trade in it, as the venue shows them to one of its users. */
import type { BlockRfq, RfqQuote, RfqTrade } from './block-rfq.ts'
import { facing } from './block-rfq-fill.ts'
import { BLOCK_RFQ_GRACE_MS } from './limits.ts'

export const isInGrace = ({ createdAt }: BlockRfq, now: number): boolean => now < createdAt + BLOCK_RFQ_GRACE_MS

export function presentRfq(rfq: BlockRfq, reader: 'taker' | 'maker', now: number): object {
  const { id, legs, hedge, amount, minTradeAmount, createdAt, expiresAt, state, label, makers, isDisclosed, taker } = rfq
  const common = {
    block_rfq_id: id,
    role: reader,
    state,
    legs,
    ...(hedge === undefined ? {} : { hedge }),
    amount,
    min_trade_amount: minTradeAmount,
    combo_id: null,
    creation_timestamp: createdAt,
    expiration_timestamp: expiresAt,
    disclosed: isDisclosed,
  }
  // Makers see neither each other's quotes nor the other recipients, nor the name of a hidden taker.
  if (reader === 'maker') return { ...common, taker_rating: '1-2', ...(isDisclosed ? { taker } : {}) }
  const areShown = state === 'open' && !isInGrace(rfq, now)
  return {
    ...common,
    ...(label === undefined ? {} : { label }),
    makers,
    taker_rating: '1-2',
    bids: areShown ? levels(rfq, 'sell', now) : [],
    asks: areShown ? levels(rfq, 'buy', now) : [],
  }
}

/** Quotes with the same price and instruction are grouped. */
function levels(rfq: BlockRfq, taker: 'buy' | 'sell', now: number): readonly object[] {
  const found: { quotes: RfqQuote[]; key: string }[] = []
  for (const quote of facing(rfq.quotes, taker, now)) {
    const key = `${quote.price} ${quote.instruction}`
    const last = found.at(-1)
    // All-or-none quotes cannot be added up.
    if (last?.key === key && quote.instruction === 'any_part_of') last.quotes.push(quote)
    else found.push({ quotes: [quote], key })
  }
  return found.map(({ quotes }) => ({
    makers: quotes.map(({ alias }) => alias),
    price: quotes[0]!.price,
    amount: Number(quotes.reduce((sum, { amount }) => sum + amount, 0).toFixed(6)),
    execution_instruction: quotes[0]!.instruction,
    last_update_timestamp: Math.max(...quotes.map(({ updatedAt }) => updatedAt)),
    expires_at: Math.min(...quotes.map(({ expiresAt = rfq.expiresAt }) => expiresAt)),
  }))
}

export const presentQuote = (rfq: BlockRfq, quote: RfqQuote): object => ({
  block_rfq_id: rfq.id,
  block_rfq_quote_id: quote.id,
  quote_state: quote.state,
  direction: quote.direction,
  amount: quote.amount,
  price: quote.price,
  legs: quote.legs,
  ...(rfq.hedge === undefined ? {} : { hedge: rfq.hedge }),
  execution_instruction: quote.instruction,
  ...(quote.label === undefined ? {} : { label: quote.label }),
  filled_amount: quote.filled,
  replaced: quote.isReplaced,
  creation_timestamp: quote.createdAt,
  last_update_timestamp: quote.updatedAt,
  ...(quote.expiresAt === undefined ? {} : { expires_at: quote.expiresAt }),
})

export const presentTrade = ({ rfq, at, direction, price, markPrice, legs, parts, indexPrices }: RfqTrade): object => ({
  id: rfq.id,
  timestamp: at,
  amount: rfq.amount,
  direction,
  mark_price: markPrice,
  trades: parts.map((part) => ({ price, amount: part.amount, direction })),
  legs: legs.map((leg) => ({ price: leg.price, direction: leg.direction, instrument_name: leg.instrument_name, ratio: leg.ratio })),
  combo_id: null,
  index_prices: indexPrices,
})

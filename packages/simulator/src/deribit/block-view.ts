/** A block trade as the venue shows it to one of its parties: directions are the caller's own. */
import type { ExecutedBlock, ExecutedLeg } from './executed-block.ts'
import { coinOf, feeOf } from './fees.ts'

export function presentBlock(block: ExecutedBlock, user: string): object {
  const isMaker = block.maker === user
  return { id: block.id, timestamp: block.timestamp, trades: block.legs.map((leg) => presentTrade(block, leg, isMaker ? 'M' : 'T')) }
}

function presentTrade(block: ExecutedBlock, leg: ExecutedLeg, liquidity: 'M' | 'T'): object {
  const hasVolatility = leg.iv !== undefined
  const currency = coinOf(leg.instrument_name)
  return {
    trade_seq: leg.tradeSeq,
    trade_id: leg.tradeId,
    timestamp: block.timestamp,
    tick_direction: 0,
    state: 'filled',
    price: leg.price,
    mark_price: leg.markPrice,
    index_price: leg.indexPrice,
    order_type: 'limit',
    order_id: `${currency}-${leg.tradeId}`,
    matching_id: null,
    liquidity,
    ...(hasVolatility ? { iv: leg.iv, underlying_price: leg.underlyingPrice } : {}),
    instrument_name: leg.instrument_name,
    fee: (liquidity === 'M' ? leg.fees?.maker : leg.fees?.taker) ?? feeOf(leg),
    fee_currency: currency,
    direction: liquidity === 'M' ? leg.direction : leg.direction === 'buy' ? 'sell' : 'buy',
    amount: leg.amount,
    contracts: leg.amount,
    block_trade_id: block.id,
    ...(block.blockRfqId === undefined ? {} : { block_rfq_id: block.blockRfqId }),
    block_trade_leg_count: block.legs.length,
    profit_loss: 0,
    api: true,
    mmp: false,
    post_only: false,
    reduce_only: false,
    risk_reducing: false,
    self_trade: false,
  }
}

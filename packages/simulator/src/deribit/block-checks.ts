/** The venue's checks of a block's legs before it issues or accepts a signature. */
import type { InstrumentRow } from './chain.ts'
import { MAX_BLOCK_LEGS } from './limits.ts'
import { invalidParams, listParam, numberParam, oneOf, textParam, VenueError, type Params } from './protocol.ts'
import type { Ticker } from './ticker.ts'

/** A leg as both parties send it; the direction is the maker's. */
export type BlockTrade = {
  readonly instrument_name: string
  readonly price: number
  readonly amount: number
  readonly direction: 'buy' | 'sell'
}

export type Listing = { readonly instrument: (name: string) => InstrumentRow | undefined; readonly ticker: (row: InstrumentRow) => Ticker }

export function readTrades(params: Params): readonly BlockTrade[] {
  const trades = listParam(params, 'trades')
  if (trades.length === 0 || trades.length > MAX_BLOCK_LEGS) throw invalidParams('trades', `must have 1 to ${MAX_BLOCK_LEGS} elements`)
  return trades.map((trade) => {
    if (typeof trade !== 'object' || trade === null) throw invalidParams('trades', 'wrong format')
    const fields = trade as Params
    return {
      instrument_name: textParam(fields, 'instrument_name'),
      price: numberParam(fields, 'price'),
      amount: numberParam(fields, 'amount'),
      direction: oneOf(fields, 'direction', ['buy', 'sell']),
    }
  })
}

/** In this order: instrument, amount, price grid and price band of every leg, then the minimum of the package. */
export function checkTrades(trades: readonly BlockTrade[], listing: Listing): void {
  const rows = trades.map((trade) => {
    const row = listing.instrument(trade.instrument_name)
    if (row === undefined) throw invalidParams('instrument_name', 'instrument not found')
    if (trade.amount <= 0) throw invalidParams('amount', 'must be positive')
    if (!isOnGrid(trade.amount, row.min_trade_amount)) throw invalidParams('amount', 'must be a multiple of contract size')
    if (!isOnGrid(trade.price, row.block_trade_tick_size)) throw new VenueError(10043, 'price_wrong_tick')
    checkBand(trade, listing.ticker(row))
    return row
  })
  checkMinimum(trades, rows)
}

function checkBand(trade: BlockTrade, ticker: Ticker): void {
  if (trade.price < ticker.min_price) throw new VenueError(10005, `price_too_low ${ticker.min_price}`)
  if (trade.price > ticker.max_price) throw new VenueError(10007, `price_too_high ${ticker.max_price}`)
}

/** Either the options or the futures together have to reach the minimum. */
export function checkMinimum(trades: readonly BlockTrade[], rows: readonly InstrumentRow[]): void {
  const reached = (['option', 'future'] as const).some((kind) => {
    const legs = rows.flatMap((row, index) => (row.kind === kind ? [{ row, amount: trades[index]!.amount }] : []))
    const least = Math.max(...legs.map(({ row }) => row.block_trade_min_trade_amount))
    return legs.length > 0 && legs.reduce((sum, { amount }) => sum + amount, 0) >= least - 1e-9
  })
  if (!reached) throw new VenueError(10021, 'invalid_amount', { reason: 'below block_trade_min_trade_amount' })
}

// Grids are decimal and doubles are not, so a tiny difference is ignored.
export const isOnGrid = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-6

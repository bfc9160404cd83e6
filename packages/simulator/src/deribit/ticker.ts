/** The ticker of a contract: rounded to its ticks, with bid and ask around the mark, and the keys of the wire. */
import { formatExpiry, YEAR_MS } from '../exchange/calendar.ts'
import type { InstrumentRow } from './chain.ts'
import type { Valuation } from './market.ts'

export type Greeks = { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number; readonly rho: number }

export type Ticker = {
  readonly timestamp: number
  readonly state: 'open'
  readonly stats: {
    readonly high: number | null
    readonly low: number | null
    readonly price_change: number | null
    readonly volume: number
    readonly volume_usd: number
  }
  readonly instrument_name: string
  readonly index_price: number
  readonly estimated_delivery_price: number
  readonly mark_price: number
  readonly last_price: number | null
  readonly settlement_price: number
  readonly open_interest: number
  readonly min_price: number
  readonly max_price: number
  readonly best_bid_price: number
  readonly best_bid_amount: number
  readonly best_ask_price: number
  readonly best_ask_amount: number
  readonly mark_iv?: number
  readonly bid_iv?: number
  readonly ask_iv?: number
  readonly greeks?: Greeks
  readonly underlying_price?: number
  readonly underlying_index?: string
  readonly interest_rate?: number
  readonly funding_8h?: number
  readonly current_funding?: number
  readonly interest_value?: number
}

const round = (value: number, decimals: number): number => {
  const scaled = Math.round(value * 10 ** decimals) / 10 ** decimals
  return scaled === 0 ? 0 : scaled
}

/** The order book's tick at a price: coarser above each step. */
function tickAt(row: InstrumentRow, price: number): number {
  return row.tick_size_steps.reduce((tick, step) => (price > step.above_price ? step.tick_size : tick), row.tick_size)
}

// A small nudge keeps a price that is on the grid there, despite binary fractions.
const onTickBelow = (row: InstrumentRow, price: number): number => toGrid(Math.floor(price / tickAt(row, price) + 1e-9), tickAt(row, price))
const onTickAbove = (row: InstrumentRow, price: number): number => toGrid(Math.ceil(price / tickAt(row, price) - 1e-9), tickAt(row, price))
const toGrid = (ticks: number, tick: number): number => round(ticks * tick, 4)

/** The figures of a contract. If none of them has moved, nothing is published. */
export type Stand = {
  readonly mark: number
  readonly bid: number
  readonly ask: number
  /** Zero for a future. */
  readonly iv: number
  readonly delta: number
}

export function standOf(row: InstrumentRow, { mark, forward, option }: Valuation, at: number): Stand {
  if (option === undefined) {
    const half = row.tick_size + mark * 0.00002
    return { mark: round(mark, 2), bid: onTickBelow(row, mark - half), ask: onTickAbove(row, mark + half), iv: 0, delta: 0 }
  }
  const half = Math.max(0.0001, mark * 0.003) + (option.vega / forward) * spreadInVolPoints(row, at)
  return {
    mark: round(mark, 4),
    bid: mark - half <= 0 ? 0 : onTickBelow(row, mark - half),
    ask: Math.max(onTickAbove(row, mark + half), row.tick_size),
    iv: round(100 * option.iv, 2),
    delta: round(option.delta, 5),
  }
}

export function tickerOf(row: InstrumentRow, valuation: Valuation, at: number, stand = standOf(row, valuation, at)): Ticker {
  const { option } = valuation
  return option === undefined ? futureTicker(row, valuation, at, stand) : optionTicker(row, valuation, option, at, stand)
}

const commonFields = (row: InstrumentRow, { index }: Valuation, at: number) => ({
  timestamp: at,
  state: 'open' as const,
  stats: NO_STATS,
  instrument_name: row.instrument_name,
  index_price: round(index, 2),
  estimated_delivery_price: round(index, 2),
  last_price: null,
  open_interest: restingInterest(row),
})

const NO_STATS = { high: null, low: null, price_change: null, volume: 0, volume_usd: 0 }
const NO_FUNDING = {}
/** The premium over the index, minus the band of 0.025 % within which the venue charges nothing. */
function fundingOf({ mark, index }: Pick<Valuation, 'mark' | 'index'>) {
  const premium = (mark - index) / index
  const charged = Math.sign(premium) * Math.min(Math.max(Math.abs(premium) - 0.00025, 0), 0.005)
  return { funding_8h: 0.00001, current_funding: round(charged, 8), interest_value: 0.0028 }
}

function futureTicker(row: InstrumentRow, valuation: Valuation, at: number, { mark, bid, ask }: Stand): Ticker {
  return {
    ...commonFields(row, valuation, at),
    mark_price: mark,
    settlement_price: mark,
    min_price: onTickBelow(row, valuation.mark * 0.985),
    max_price: onTickAbove(row, valuation.mark * 1.015),
    best_bid_price: bid,
    best_bid_amount: 50_000 + (row.instrument_id % 17) * 10_000,
    best_ask_price: ask,
    best_ask_amount: 50_000 + (row.instrument_id % 13) * 10_000,
    ...(row.settlement_period === 'perpetual' ? fundingOf(valuation) : NO_FUNDING),
  }
}

function optionTicker(
  row: InstrumentRow,
  valuation: Valuation,
  option: NonNullable<Valuation['option']>,
  at: number,
  { mark: shown, bid, ask, iv, delta }: Stand,
): Ticker {
  const { mark, forward } = valuation
  const volPoint = option.vega / forward
  const amount = row.block_trade_min_trade_amount / 5
  const ivAt = (price: number): number => round(Math.min(999, Math.max(0, 100 * option.iv + (price - mark) / Math.max(volPoint, 1e-6))), 2)
  return {
    ...commonFields(row, valuation, at),
    mark_price: shown,
    settlement_price: round(mark, 8),
    min_price: Math.max(row.tick_size, onTickBelow(row, mark - bandOf(mark))),
    max_price: onTickAbove(row, mark + bandOf(mark)),
    best_bid_price: bid,
    best_bid_amount: bid === 0 ? 0 : round(amount * (1 + (row.instrument_id % 7)), 1),
    best_ask_price: ask,
    best_ask_amount: round(amount * (1 + (row.instrument_id % 5)), 1),
    mark_iv: iv,
    bid_iv: bid === 0 ? 0 : ivAt(bid),
    ask_iv: ivAt(ask),
    greeks: {
      delta,
      gamma: round(option.gamma, 5),
      vega: round(option.vega, 5),
      theta: round(option.theta, 5),
      rho: round((-option.years * option.price) / 100, 5),
    },
    underlying_price: round(forward, 2),
    underlying_index: `SYN.${row.base_currency}-${formatExpiry(row.expiration_timestamp)}`,
    interest_rate: 0,
  }
}

/** Wider far from the money and close to expiry. */
const spreadInVolPoints = (row: InstrumentRow, at: number): number =>
  0.3 + 0.03 / Math.sqrt(Math.max(1 / 365, (row.expiration_timestamp - at) / YEAR_MS))

/** The band within which the venue lets an option trade. */
const bandOf = (mark: number): number => Math.max(0.015, 0.19 * mark)

/** Constant for a contract, and of a plausible size. */
const restingInterest = (row: InstrumentRow): number =>
  row.strike === undefined
    ? 1_000_000 + (row.instrument_id % 997) * 100_000
    : round((row.instrument_id % 499) * 10 * row.min_trade_amount, 1)

/** Converts spreads from the wire to the model of this screen. Pure. */
import type {
  SpreadBookLevelView,
  SpreadBookSummaryView,
  SpreadOrderView,
  SpreadTapeTradeView,
  SpreadTradeView,
  StrategyView,
  VenueBboView,
} from '@parley/client'
import { parsePrice, parseQuantity, type Price, type Quantity, quantity } from '@parley/core'
import type { Level } from '../market-data/depth.ts'
import type { SpreadLeg, SpreadOrder, SpreadTrade, Strategy, TapeLine, Top, VenueValue } from './model.ts'

const NS_PER_MS = 1_000_000
export const msOf = (nanoseconds: number): number => nanoseconds / NS_PER_MS
const msOrNone = (nanoseconds: number): number | undefined => (nanoseconds === 0 ? undefined : msOf(nanoseconds))

const priceOf = (text: string | null): Price | undefined => (text === null ? undefined : parsePrice(text))
const numberOf = (text: string | null | undefined): number | undefined => (text == null ? undefined : Number(text))
/** Prices and amounts of the platform fit the exact numbers used here. */
const exactPrice = (text: string): Price => parsePrice(text)!

const legOf = (leg: StrategyView['legs'][number]): SpreadLeg => ({
  instrumentId: leg.instrument_id,
  name: leg.instrument_name,
  expiresAt: msOrNone(leg.expires_at),
})

/** Undefined for a strategy whose later leg never expires, because it is not a spread of futures. */
export function strategyFromWire(view: StrategyView): Strategy | undefined {
  const [near, far] = view.legs
  const expiresAt = far === undefined ? undefined : msOrNone(far.expires_at)
  if (near === undefined || far === undefined || expiresAt === undefined) return undefined
  return {
    id: view.id,
    venue: view.venue,
    currency: view.base_currency,
    margin: view.margin_type,
    productCode: near.product_code,
    near: legOf(near),
    far: { ...legOf(far), expiresAt },
    tick: exactPrice(view.min_tick_size),
    minimum: quantity(String(view.min_block_size)),
    increment: quantity(String(view.min_order_size)),
    quoteCurrency: view.quote_currency,
  }
}

const level = (price: string | null, amount: string | null): Level | undefined => {
  const [at, size] = [priceOf(price), amount === null ? undefined : parseQuantity(amount)]
  return at === undefined || size === undefined || size === 0 ? undefined : { price: at, amount: size }
}

/** Unchanged rows and lists of a book keep their identity: of ten thousand levels, a change affects one. */
const levels = new WeakMap<SpreadBookLevelView, Level | 'NONE'>()
const lists = new WeakMap<readonly SpreadBookLevelView[], readonly Level[]>()

export function levelsFromWire(rows: readonly SpreadBookLevelView[]): readonly Level[] {
  let list = lists.get(rows)
  if (list === undefined) lists.set(rows, (list = rows.map(levelOf).filter((one) => one !== 'NONE')))
  return list
}

function levelOf(row: SpreadBookLevelView): Level | 'NONE' {
  let one = levels.get(row)
  if (one === undefined) levels.set(row, (one = level(row.price, row.amount_decimal) ?? 'NONE'))
  return one
}

type Bests = Pick<SpreadBookSummaryView, 'best_bid_price' | 'best_bid_amount_decimal' | 'best_ask_price' | 'best_ask_amount_decimal'>
export const topFromWire = (view: Bests): Top => ({
  bid: level(view.best_bid_price, view.best_bid_amount_decimal),
  ask: level(view.best_ask_price, view.best_ask_amount_decimal),
})

function fundingOf(funding: VenueBboView['legs'][number]['funding']): VenueValue['funding'] {
  if (funding === null) return undefined
  const nextAt = msOrNone(funding.next_at)
  return { rate: Number(funding.rate), everyMs: msOf(funding.interval), ...(nextAt === undefined ? {} : { nextAt }) }
}

export function valueFromWire(view: VenueBboView): VenueValue {
  const [least, most] = [priceOf(view.min_price), priceOf(view.max_price)]
  const [near, far] = view.legs
  return {
    band: least === undefined || most === undefined ? undefined : { least, most },
    implied: topFromWire(view),
    mark: numberOf(view.mark_price),
    nearMark: numberOf(near?.mark_price),
    farMark: numberOf(far?.mark_price),
    index: numberOf(near?.index_price),
    funding: fundingOf(near?.funding ?? null),
  }
}

const amountOf = (text: string): Quantity => quantity(text)

export const orderFromWire = (view: SpreadOrderView): SpreadOrder => ({
  id: view.id,
  strategyId: view.strategy_id,
  side: view.side,
  price: priceOf(view.price),
  amount: amountOf(view.amount_decimal),
  filled: amountOf(view.filled_amount_decimal),
  pending: amountOf(view.pending_fill_amount_decimal),
  canceled: amountOf(view.canceled_amount_decimal),
  state: view.state,
  lifetime: view.time_in_force,
  isPostOnly: view.post_only,
  isMmp: view.mmp ?? false,
  label: view.label ?? undefined,
  account: view.account_name,
  createdAt: msOf(view.created_at),
  updatedAt: msOf(view.last_updated),
  expiresAt: msOrNone(view.expires_at),
  cancelCause: view.cancel_reason ?? undefined,
  canceledBy: view.canceled_by?.name,
})

const tradeStates = { PENDING_SETTLEMENT: 'PENDING', FILLED: 'FILLED', REJECTED: 'REJECTED' } as const

export const tradeFromWire = (view: SpreadTradeView): SpreadTrade => ({
  id: view.id,
  orderId: view.order_id,
  strategyId: view.strategy_id,
  side: view.side,
  role: view.role,
  price: exactPrice(view.price),
  amount: amountOf(view.amount_decimal),
  state: tradeStates[view.state],
  executedAt: msOf(view.executed_at),
  filledAt: msOrNone(view.filled_at),
  venueError: view.venue_error ?? undefined,
  legs: view.legs.map((leg) => ({ name: leg.instrument_name, side: leg.side, price: exactPrice(leg.price) })),
})

export const tapeFromWire = (view: SpreadTapeTradeView): TapeLine => ({
  id: view.id,
  strategyId: view.strategy_id,
  price: exactPrice(view.price),
  amount: amountOf(view.amount_decimal),
  at: msOf(view.filled_at),
})

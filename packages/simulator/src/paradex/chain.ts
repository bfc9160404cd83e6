/** The listing: full rows as `/markets` returns them. Perpetuals of five coins and dated options on two, all settled in USDC. */
import { parsePrice, parseQuantity, type Price, type Quantity } from '@parley/core'
import { DAY_MS, formatExpiry, optionExpiries, YEAR_MS, type Expiry } from '../exchange/calendar.ts'
import { startIndex } from '../exchange/prices.ts'

type OptionCoin = 'BTC' | 'ETH'
export type ParadexCoin = OptionCoin | 'TON' | 'EOS' | 'XRP'
export const COINS: readonly ParadexCoin[] = ['BTC', 'ETH', 'TON', 'EOS', 'XRP']
const OPTION_COINS: readonly OptionCoin[] = ['BTC', 'ETH']

/** A row with the terms that determine its price and margin. */
export type Contract = {
  readonly symbol: string
  readonly coin: ParadexCoin
  readonly tick: Price
  readonly increment: Quantity
  readonly largest: Quantity
  readonly expiresAt?: number
  readonly strike?: number
  readonly kind?: 'CALL' | 'PUT'
  readonly row: object
}

const TERMS = {
  BTC: { tick: '0.1', lot: '0.00001', largest: '100' },
  ETH: { tick: '0.01', lot: '0.0001', largest: '2000' },
  TON: { tick: '0.0001', lot: '0.01', largest: '500000' },
  EOS: { tick: '0.00001', lot: '0.1', largest: '2000000' },
  XRP: { tick: '0.0001', lot: '0.1', largest: '1000000' },
} as const
const OPTION_TERMS = {
  BTC: { tick: '0.1', lot: '0.001', steps: [500, 1_000, 2_000, 5_000, 10_000] },
  ETH: { tick: '0.01', lot: '0.01', steps: [25, 50, 100, 250, 500] },
} as const
/** Fractions of the notional: the margin for opening a position, and for keeping it. */
export const INITIAL_MARGIN = 0.02
export const MAINTENANCE_MARGIN = 0.01
export const FUNDING_HOURS = 8
const STRIKES = 9
const WIDTH = 1.1
const LISTED_EXPIRIES = 5
const OPENED_AT = 1_698_756_879_745

export function listContracts(now: number): readonly Contract[] {
  const expiries = optionExpiries(now).slice(0, LISTED_EXPIRIES)
  const options = OPTION_COINS.flatMap((coin) =>
    expiries.flatMap((expiry) =>
      strikesOf(coin, expiry).flatMap((strike) => (['CALL', 'PUT'] as const).map((kind) => option(coin, expiry, strike, kind))),
    ),
  )
  return [...COINS.map(perpetual), ...options]
}

/** Around the index at which every simulation starts, so that a restart lists the same contracts. */
function strikesOf(coin: OptionCoin, expiry: Expiry): readonly number[] {
  const width = WIDTH * Math.sqrt((expiry.at - expiry.listedAt) / YEAR_MS)
  const [low, high] = [startIndex(coin) * Math.exp(-width), startIndex(coin) * Math.exp(width)]
  const step = OPTION_TERMS[coin].steps.find((size) => (high - low) / size <= STRIKES) ?? OPTION_TERMS[coin].steps.at(-1)!
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** The rates that the ledger charges (`feeOf`). */
const fee = (rate: string): object => ({ fee: rate, fee_cap: rate, fee_floor: rate })
const FEES = { maker_fee: fee('0.0001'), taker_fee: fee('0.0003') }

const rowOf = (coin: ParadexCoin, symbol: string, tick: string, lot: string): object => ({
  symbol,
  base_currency: coin,
  quote_currency: 'USD',
  settlement_currency: 'USDC',
  order_size_increment: lot,
  price_tick_size: tick,
  min_notional: '10',
  open_at: OPENED_AT,
  market_kind: 'cross',
  position_limit: String(Number(TERMS[coin].largest) * 10),
  price_bands_width: '0.05',
  max_open_orders: 500,
  max_order_size: TERMS[coin].largest,
  trading_mode: 'STANDARD',
  fee_config: { api_fee: FEES, interactive_fee: FEES },
  tags: [],
})

function perpetual(coin: ParadexCoin): Contract {
  const { tick, lot, largest } = TERMS[coin]
  const symbol = `${coin}-USD-PERP`
  return {
    ...{ symbol, coin, tick: parsePrice(tick)!, increment: parseQuantity(lot)!, largest: parseQuantity(largest)! },
    row: {
      ...rowOf(coin, symbol, tick, lot),
      asset_kind: 'PERP',
      expiry_at: 0,
      max_funding_rate: '0.05',
      max_funding_rate_change: '0.0005',
      clamp_rate: '0.05',
      interest_rate: '0.0001',
      funding_period_hours: FUNDING_HOURS,
      funding_multiplier: 1,
      delta1_cross_margin_params: { imf_base: String(INITIAL_MARGIN), imf_factor: '0', imf_shift: '0', mmf_factor: '0.5' },
    },
  }
}

function option(coin: OptionCoin, expiry: Expiry, strike: number, kind: 'CALL' | 'PUT'): Contract {
  const { tick, lot } = OPTION_TERMS[coin]
  const { largest } = TERMS[coin]
  const symbol = `${coin}-USD-${formatExpiry(expiry.at)}-${strike}-${kind === 'CALL' ? 'C' : 'P'}`
  const share = { long_itm: '0.2', premium_multiplier: '1', short_itm: '0.15', short_otm: '0.1', short_put_cap: '0.5' }
  return {
    ...{ symbol, coin, expiresAt: expiry.at, strike, kind },
    ...{ tick: parsePrice(tick)!, increment: parseQuantity(lot)!, largest: parseQuantity(largest)! },
    row: {
      ...rowOf(coin, symbol, tick, lot),
      asset_kind: 'OPTION',
      option_type: kind,
      strike_price: String(strike),
      expiry_at: expiry.at,
      iv_bands_width: '0.3',
      option_cross_margin_params: { imf: share, mmf: share },
    },
  }
}

/** All listings and expiries happen at 08:00 UTC. */
export const listingDay = (at: number): number => Math.floor((at - 8 * 3_600_000) / DAY_MS)

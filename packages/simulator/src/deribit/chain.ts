/** The listing: full instrument rows as public/get_instruments returns them. */
import { DAY_MS, formatExpiry, futureExpiries, optionExpiries, YEAR_MS, type Expiry } from '../exchange/calendar.ts'
import { startIndex } from '../exchange/prices.ts'

export type Currency = 'BTC' | 'ETH'
export const CURRENCIES: readonly Currency[] = ['BTC', 'ETH']

/** Keys are the venue's field names. */
export type InstrumentRow = {
  readonly state: 'open'
  readonly price_index: string
  readonly kind: 'option' | 'future'
  readonly instrument_name: string
  readonly instrument_id: number
  readonly is_active: boolean
  readonly instrument_type: 'reversed'
  readonly base_currency: Currency
  readonly quote_currency: string
  readonly counter_currency: string
  readonly settlement_currency: Currency
  readonly settlement_period: 'perpetual' | 'day' | 'week' | 'month'
  readonly creation_timestamp: number
  readonly expiration_timestamp: number
  readonly strike?: number
  readonly option_type?: 'call' | 'put'
  readonly contract_size: number
  readonly min_trade_amount: number
  readonly tick_size: number
  readonly tick_size_steps: readonly { readonly above_price: number; readonly tick_size: number }[]
  readonly block_trade_min_trade_amount: number
  readonly block_trade_tick_size: number
  readonly block_trade_commission: number
  readonly maker_commission: number
  readonly taker_commission: number
  readonly future_type?: 'reversed'
  readonly max_leverage?: number
  readonly max_liquidation_commission?: number
}

type Terms = {
  readonly strikeSteps: readonly number[]
  readonly strikeUnit: number
  readonly usdLot: number
  readonly futureMinimum: number
  readonly optionLot: number
  readonly optionMinimum: number
  readonly perpetualTick: number
  readonly futureTick: number
}

export const TERMS: Readonly<Record<Currency, Terms>> = {
  BTC: {
    strikeSteps: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
    strikeUnit: 100,
    usdLot: 10,
    futureMinimum: 200_000,
    optionLot: 0.1,
    optionMinimum: 25,
    perpetualTick: 0.5,
    futureTick: 2.5,
  },
  ETH: {
    strikeSteps: [25, 50, 100, 200, 500, 1_000],
    strikeUnit: 5,
    usdLot: 1,
    futureMinimum: 100_000,
    optionLot: 1,
    optionMinimum: 250,
    perpetualTick: 0.05,
    futureTick: 0.25,
  },
}

export const PERPETUAL_EXPIRY = 32_503_708_800_000
/** Strikes are added as an expiry approaches, and never removed: wide and coarse first, narrow and fine at the end. */
const STAGES_DAYS = [365, 120, 45, 14, 4]
const STRIKES_PER_STAGE = 40
/** Half the width of a stage, in standardised log-moneyness. */
const STAGE_WIDTH = 1.2

export const indexName = (currency: Currency): string => `${currency.toLowerCase()}_usd`

export function listInstruments(currency: Currency, now: number): readonly InstrumentRow[] {
  const options = optionExpiries(now).flatMap((expiry) =>
    strikesOf(currency, expiry, now).flatMap((strike) => [
      option(currency, expiry, strike, 'call'),
      option(currency, expiry, strike, 'put'),
    ]),
  )
  return [perpetual(currency), ...futureExpiries(now).map((expiry) => future(currency, expiry)), ...options]
}

/** Around the index at which every simulation starts, so that a restart lists the same contracts. */
export function strikesOf(currency: Currency, expiry: Expiry, now: number): readonly number[] {
  const { strikeSteps } = TERMS[currency]
  const index = startIndex(currency)
  const strikes = new Set<number>()
  for (const days of STAGES_DAYS) {
    const begins = Math.max(expiry.listedAt, expiry.at - days * DAY_MS)
    if (begins > now) continue
    const width = STAGE_WIDTH * Math.sqrt((expiry.at - begins) / YEAR_MS)
    const [low, high] = [index * Math.exp(-width), index * Math.exp(width)]
    const step = strikeSteps.find((size) => (high - low) / size <= STRIKES_PER_STAGE) ?? strikeSteps.at(-1)!
    for (let strike = Math.ceil(low / step) * step; strike <= high; strike += step) strikes.add(strike)
  }
  return [...strikes].sort((a, b) => a - b)
}

/** Constant for a name, so that an id that a desk stored yesterday still refers to the same contract after a restart. */
function instrumentId(currency: Currency, expiresAt: number, strike: number, put: 0 | 1): number {
  const day = expiresAt === PERPETUAL_EXPIRY ? 0 : Math.floor(expiresAt / DAY_MS) - 18_000
  const unit = Math.round(strike / TERMS[currency].strikeUnit)
  return 100_000 + ((day * 2 + CURRENCIES.indexOf(currency)) * 8_192 + unit) * 2 + put
}

function option(currency: Currency, expiry: Expiry, strike: number, type: 'call' | 'put'): InstrumentRow {
  const { optionLot, optionMinimum } = TERMS[currency]
  return {
    ...common(currency),
    kind: 'option',
    instrument_name: `${currency}-${formatExpiry(expiry.at)}-${strike}-${type === 'call' ? 'C' : 'P'}`,
    instrument_id: instrumentId(currency, expiry.at, strike, type === 'call' ? 0 : 1),
    quote_currency: currency,
    settlement_period: expiry.period,
    creation_timestamp: expiry.listedAt,
    expiration_timestamp: expiry.at,
    strike,
    option_type: type,
    contract_size: 1,
    min_trade_amount: optionLot,
    tick_size: 0.0001,
    tick_size_steps: [{ tick_size: 0.0005, above_price: 0.005 }],
    block_trade_min_trade_amount: optionMinimum,
    block_trade_tick_size: 0.0001,
    block_trade_commission: 0.0003,
    maker_commission: 0.0003,
    taker_commission: 0.0003,
  }
}

function future(currency: Currency, expiry: Expiry): InstrumentRow {
  const terms = TERMS[currency]
  return {
    ...common(currency),
    ...futureTerms(currency),
    instrument_name: `${currency}-${formatExpiry(expiry.at)}`,
    instrument_id: instrumentId(currency, expiry.at, 0, 0),
    settlement_period: expiry.period,
    creation_timestamp: expiry.listedAt,
    expiration_timestamp: expiry.at,
    tick_size: terms.futureTick,
  }
}

function perpetual(currency: Currency): InstrumentRow {
  const terms = TERMS[currency]
  return {
    ...common(currency),
    ...futureTerms(currency),
    instrument_name: `${currency}-PERPETUAL`,
    instrument_id: instrumentId(currency, PERPETUAL_EXPIRY, 0, 0),
    settlement_period: 'perpetual',
    creation_timestamp: 1_534_167_754_000,
    expiration_timestamp: PERPETUAL_EXPIRY,
    tick_size: terms.perpetualTick,
  }
}

const common = (currency: Currency) => ({
  state: 'open' as const,
  price_index: indexName(currency),
  is_active: true,
  instrument_type: 'reversed' as const,
  base_currency: currency,
  counter_currency: 'USD',
  settlement_currency: currency,
})

const futureTerms = (currency: Currency) => ({
  kind: 'future' as const,
  quote_currency: 'USD',
  future_type: 'reversed' as const,
  contract_size: TERMS[currency].usdLot,
  min_trade_amount: TERMS[currency].usdLot,
  tick_size_steps: [],
  block_trade_min_trade_amount: TERMS[currency].futureMinimum,
  block_trade_tick_size: 0.01,
  block_trade_commission: 0.00025,
  maker_commission: 0,
  taker_commission: 0.0005,
  max_leverage: 50,
  max_liquidation_commission: 0.0075,
})

/** The listing of the USD-margined family, as /linear/v1/instruments answers it: options and perpetuals, thinner than the big venue's. */
import { DAY_MS, formatExpiry, optionExpiries, YEAR_MS, type Expiry } from '../exchange/calendar.ts'
import { COINS, startIndex, type Coin } from '../exchange/prices.ts'

/** Keys as they stand on the wire; decimals are texts of twelve places. */
export type InstrumentRow = {
  readonly instrument_id: string
  readonly created_at: number
  readonly updated_at: number
  readonly base_currency: Coin
  readonly quote_currency: 'USD'
  readonly strike_price: string
  readonly expiration_at: number
  readonly option_type: '' | 'call' | 'put'
  readonly category: 'option' | 'future'
  readonly min_price: string
  readonly max_price: string
  readonly price_step: string
  readonly min_size: string
  readonly size_step: string
  readonly delivery_fee_rate: string
  readonly contract_size: string
  readonly contract_size_currency: string
  readonly active: boolean
  readonly status: 'online'
  readonly groups: readonly string[]
  readonly display_name: string
}

type Terms = {
  readonly option: { readonly step: number; readonly size: number; readonly block: number }
  readonly future: { readonly step: number; readonly size: number; readonly block: number }
  readonly strikeSteps: readonly number[]
  /** Options trade within this part of the underlying around their mark. */
  readonly band: number
}

export const TERMS: Readonly<Record<Coin, Terms>> = {
  BTC: {
    option: { step: 5, size: 0.01, block: 0.01 },
    future: { step: 0.1, size: 0.001, block: 0.01 },
    strikeSteps: [1_000, 2_000, 5_000, 10_000, 20_000],
    band: 0.02,
  },
  ETH: {
    option: { step: 0.5, size: 0.1, block: 0.1 },
    future: { step: 0.01, size: 0.01, block: 0.1 },
    strikeSteps: [50, 100, 200, 500, 1_000],
    band: 0.04,
  },
  TON: {
    option: { step: 0.001, size: 1, block: 1 },
    future: { step: 0.0001, size: 1, block: 1 },
    strikeSteps: [0.1, 0.2, 0.5, 1],
    band: 0.05,
  },
}

export const PERPETUAL_EXPIRY = 4_102_444_800_000
const STRIKES = 16
/** Half the width of an expiry's strikes, in standardised log-moneyness, and the longest time that it counts. */
const WIDTH = 1
const WIDEST_DAYS = 60
const PERIODS = { day: 1, week: 2, month: 3 } as const
const BEGAN = Date.UTC(2022, 10, 1)

export const padded = (value: number): string => value.toFixed(12)
export const termsOf = ({ base_currency: coin, category }: InstrumentRow) => TERMS[coin][category]

export const listInstruments = (now: number): readonly InstrumentRow[] =>
  COINS.flatMap((coin) => [
    row(coin, `${coin}-USD-PERPETUAL`, { category: 'future', expiration_at: PERPETUAL_EXPIRY, created_at: BEGAN }),
    ...expiries(now).flatMap((expiry) => strikesOf(coin, expiry).flatMap((strike) => options(coin, expiry, strike))),
  ])

/** The nearest daily, two weeklies and three monthlies. */
function expiries(now: number): readonly Expiry[] {
  const all = optionExpiries(now)
  return (['day', 'week', 'month'] as const).flatMap((period) => all.filter((one) => one.period === period).slice(0, PERIODS[period]))
}

/** Around the index at which every simulation starts, so that a restart lists what the last run listed. */
function strikesOf(coin: Coin, { at, listedAt }: Expiry): readonly number[] {
  const width = WIDTH * Math.sqrt(Math.min(at - listedAt, WIDEST_DAYS * DAY_MS) / YEAR_MS)
  const [low, high] = [startIndex(coin) * Math.exp(-width), startIndex(coin) * Math.exp(width)]
  const { strikeSteps } = TERMS[coin]
  const step = strikeSteps.find((size) => (high - low) / size <= STRIKES) ?? strikeSteps.at(-1)!
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(4)))
}

const options = (coin: Coin, { at, listedAt }: Expiry, strike: number): readonly InstrumentRow[] =>
  (['call', 'put'] as const).map((type) =>
    row(coin, `${coin}-USD-${formatExpiry(at)}-${strike}-${type === 'call' ? 'C' : 'P'}`, {
      category: 'option',
      expiration_at: at,
      created_at: listedAt,
      strike_price: padded(strike),
      option_type: type,
    }),
  )

function row(
  coin: Coin,
  name: string,
  own: Pick<InstrumentRow, 'category' | 'expiration_at' | 'created_at'> & Partial<InstrumentRow>,
): InstrumentRow {
  const { step, size } = TERMS[coin][own.category]
  return {
    instrument_id: name,
    updated_at: own.created_at,
    base_currency: coin,
    quote_currency: 'USD',
    strike_price: '',
    option_type: '',
    min_price: padded(step),
    max_price: padded(10_000_000),
    price_step: padded(step),
    min_size: padded(size),
    size_step: padded(size),
    delivery_fee_rate: padded(own.category === 'option' ? 0.00015 : 0),
    contract_size: padded(1),
    contract_size_currency: coin,
    active: true,
    status: 'online',
    groups: ['1', '10', '100'],
    display_name: name,
    ...own,
  }
}

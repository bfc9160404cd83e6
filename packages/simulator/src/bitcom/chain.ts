/** The listings of both families, as the instruments calls return them: options, perpetuals and a few futures, fewer than at the largest venue. */
import { DAY_MS, formatExpiry, futureExpiries, optionExpiries, YEAR_MS, type Expiry } from '../exchange/calendar.ts'
import { startIndex, type Coin as PricedCoin } from '../exchange/prices.ts'

export type Coin = Extract<PricedCoin, 'BTC' | 'ETH' | 'TON'>
export const COINS: readonly Coin[] = ['BTC', 'ETH', 'TON']

/** Keys are the venue's field names; decimals are strings with twelve places. */
export type InstrumentRow = {
  readonly instrument_id: string
  readonly created_at: number
  readonly updated_at: number
  readonly base_currency: Coin
  /** Also for the coin-margined family, whose options are priced in their coin. */
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

type KindTerms = { readonly step: number; readonly size: number; readonly block: number; readonly contract: number }
type Terms = {
  readonly option: KindTerms
  readonly future: KindTerms
  readonly strikeSteps: readonly number[]
  /** Options can trade within this fraction of the underlying around their mark. */
  readonly band: number
}

const USD_MARGINED: Readonly<Record<Coin, Terms>> = {
  BTC: {
    option: { step: 5, size: 0.01, block: 0.01, contract: 1 },
    future: { step: 0.1, size: 0.001, block: 0.01, contract: 1 },
    strikeSteps: [1_000, 2_000, 5_000, 10_000, 20_000],
    band: 0.02,
  },
  ETH: {
    option: { step: 0.5, size: 0.1, block: 0.1, contract: 1 },
    future: { step: 0.01, size: 0.01, block: 0.1, contract: 1 },
    strikeSteps: [50, 100, 200, 500, 1_000],
    band: 0.04,
  },
  TON: {
    option: { step: 0.001, size: 1, block: 1, contract: 1 },
    future: { step: 0.0001, size: 1, block: 1, contract: 1 },
    strikeSteps: [0.1, 0.2, 0.5, 1],
    band: 0.05,
  },
}

/** Options are priced in their coin, and futures are counted in USD. */
const COIN_MARGINED: Readonly<Partial<Record<Coin, Terms>>> = {
  BTC: {
    option: { step: 0.0005, size: 0.1, block: 1, contract: 1 },
    future: { step: 0.5, size: 10, block: 500, contract: 10 },
    strikeSteps: [5_000, 10_000, 20_000],
    band: 0.02,
  },
  ETH: {
    option: { step: 0.0005, size: 1, block: 20, contract: 1 },
    future: { step: 0.05, size: 1, block: 5_000, contract: 1 },
    strikeSteps: [200, 500, 1_000],
    band: 0.04,
  },
}

/** USD contracts have the currency in the middle of their name. */
export const isCoinMargined = (name: string): boolean => !name.includes('-USD-')

export const PERPETUAL_EXPIRY = 4_102_444_800_000
const STRIKES = 16
/** Half the width of an expiry's strikes, in standardised log-moneyness, and the maximum time used for it. */
const WIDTH = 1
const WIDEST_DAYS = 60
const PERIODS = { day: 1, week: 2, month: 3 } as const
const BEGAN = Date.UTC(2022, 10, 1)

export const padded = (value: number): string => value.toFixed(12)
export function termsOf({ base_currency: coin, category, instrument_id: name }: InstrumentRow): KindTerms & { readonly band: number } {
  const terms = (isCoinMargined(name) ? COIN_MARGINED[coin] : undefined) ?? USD_MARGINED[coin]
  return { ...terms[category], band: terms.band }
}

export const listInstruments = (now: number): readonly InstrumentRow[] => [
  ...listFamily(USD_MARGINED, (coin) => `${coin}-USD`, expiries(now)),
  ...DATED.flatMap((coin) => monthsOf(now).map((expiry) => future(coin, USD_MARGINED[coin], `${coin}-USD`, expiry))),
  ...listFamily(
    COIN_MARGINED,
    (coin) => coin,
    expiries(now).filter(({ period }) => period === 'month'),
  ),
]

/** Coins with dated futures, for the next three months, margined in USD. */
const DATED: readonly Coin[] = ['BTC', 'ETH']
const MONTHS = 3
const monthsOf = (now: number): readonly Expiry[] =>
  futureExpiries(now)
    .filter(({ period }) => period === 'month')
    .slice(0, MONTHS)

const future = (coin: Coin, terms: Terms, prefix: string, { at, listedAt }: Expiry): InstrumentRow =>
  row(coin, terms, {
    instrument_id: `${prefix}-${formatExpiry(at)}`,
    category: 'future',
    expiration_at: at,
    created_at: listedAt,
  })

type Family = Readonly<Partial<Record<Coin, Terms>>>

const listFamily = (family: Family, prefixOf: (coin: Coin) => string, listed: readonly Expiry[]): readonly InstrumentRow[] =>
  COINS.flatMap((coin) => {
    const [terms, prefix] = [family[coin], prefixOf(coin)]
    if (terms === undefined) return []
    return [
      row(coin, terms, { instrument_id: `${prefix}-PERPETUAL`, category: 'future', expiration_at: PERPETUAL_EXPIRY, created_at: BEGAN }),
      ...listed.flatMap((expiry) => strikesOf(coin, terms, expiry).flatMap((strike) => options(coin, terms, { prefix, expiry, strike }))),
    ]
  })

/** The next daily, two weekly and three monthly expiries. */
function expiries(now: number): readonly Expiry[] {
  const all = optionExpiries(now)
  return (['day', 'week', 'month'] as const).flatMap((period) => all.filter((one) => one.period === period).slice(0, PERIODS[period]))
}

/** Around the index at which every simulation starts, so that a restart lists the same contracts. */
function strikesOf(coin: Coin, { strikeSteps }: Terms, { at, listedAt }: Expiry): readonly number[] {
  const width = WIDTH * Math.sqrt(Math.min(at - listedAt, WIDEST_DAYS * DAY_MS) / YEAR_MS)
  const [low, high] = [startIndex(coin) * Math.exp(-width), startIndex(coin) * Math.exp(width)]
  const step = strikeSteps.find((size) => (high - low) / size <= STRIKES) ?? strikeSteps.at(-1)!
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(4)))
}

type OptionTerms = { readonly prefix: string; readonly expiry: Expiry; readonly strike: number }

const options = (coin: Coin, terms: Terms, { prefix, expiry: { at, listedAt }, strike }: OptionTerms): readonly InstrumentRow[] =>
  (['call', 'put'] as const).map((type) =>
    row(coin, terms, {
      instrument_id: `${prefix}-${formatExpiry(at)}-${strike}-${type === 'call' ? 'C' : 'P'}`,
      category: 'option',
      expiration_at: at,
      created_at: listedAt,
      strike_price: padded(strike),
      option_type: type,
    }),
  )

function row(
  coin: Coin,
  terms: Terms,
  own: Pick<InstrumentRow, 'instrument_id' | 'category' | 'expiration_at' | 'created_at'> & Partial<InstrumentRow>,
): InstrumentRow {
  const { step, size, contract } = terms[own.category]
  return {
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
    contract_size: padded(contract),
    contract_size_currency: contract === 1 ? coin : 'USD',
    active: true,
    status: 'online',
    groups: ['1', '10', '100'],
    display_name: own.instrument_id,
    ...own,
  }
}

/** The filters of the leaderboard, on the screen and in the query. */
import { shapes } from '@parley/core'

export const periods = ['7D', '30D', '90D', 'YEAR'] as const
export type PeriodName = (typeof periods)[number]
export const daysOf: Readonly<Record<PeriodName, number>> = { '7D': 7, '30D': 30, '90D': 90, YEAR: 365 }
export const periodLabel: Readonly<Record<PeriodName, string>> = { '7D': '7 D', '30D': '30 D', '90D': '90 D', YEAR: 'Year' }

export const ANY = 'ANY'
export type LeaderFilters = {
  readonly period: PeriodName
  readonly role: 'MAKER' | 'TAKER'
  readonly venue: string
  readonly currency: string
  readonly kind: string
  readonly protocol: string
  readonly strategy: string
}

export const unfiltered = { venue: ANY, currency: ANY, kind: ANY, protocol: ANY, strategy: ANY } as const

type Option = { readonly value: string; readonly label: string }
const options = (all: string, words: readonly (readonly [value: string, label: string])[]): readonly Option[] => [
  { value: ANY, label: all },
  ...words.map(([value, label]) => ({ value, label })),
]

export const venueOptions = options('All venues', [['DBT', 'DBT'], ['BYB', 'BYB'], ['BIT', 'BIT']]) // prettier-ignore
export const currencyOptions = options(
  'All coins',
  ['BTC', 'ETH', 'TON', 'XRP', 'EOS'].map((coin) => [coin, coin] as const),
)
export const kindOptions = options('All instruments', [['OPTION', 'Options'], ['FUTURE', 'Futures']]) // prettier-ignore
export const protocolOptions = options('All protocols', [['RFQ', 'RFQ'], ['OB', 'Order book'], ['D1', 'Spreads']]) // prettier-ignore

/** Structures with the same code are one strategy. */
const strategyNames = new Map([
  ...shapes.flatMap(({ code, name, inverse }) => [
    [code, name] as const,
    ...(inverse === undefined ? [] : [[inverse, `${name} (inverse)`] as const]),
  ]),
  ['CM', 'Custom'] as const,
])
export const strategyOptions = options('All strategies', [...strategyNames])

export const strategyLabel = (code: string): string => strategyOptions.find(({ value }) => value === code)?.label ?? code

const DAY_MS = 86_400_000

/** Whole UTC days, ending with today. */
export function queryOf(filters: LeaderFilters, now: number) {
  const end = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  const chosen = (name: string, value: string) => (value === ANY ? {} : { [name]: value })
  return {
    ...{ start: end - daysOf[filters.period] * DAY_MS, end },
    ...chosen('venues', filters.venue),
    ...chosen('currencies', filters.currency),
    ...chosen('instrument_kinds', filters.kind),
    ...chosen('protocols', filters.protocol),
    ...chosen('strategies', filters.strategy),
  }
}

/** Filters saved in the browser. Values that can no longer be chosen are replaced by the default. */
export function keptFilters(value: unknown): LeaderFilters | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { period, role, ...words } = value as LeaderFilters
  const among = (all: readonly Option[], word: unknown) => all.some((option) => option.value === word)
  const isKnown =
    periods.includes(period) &&
    ['MAKER', 'TAKER'].includes(role) &&
    among(venueOptions, words.venue) &&
    among(currencyOptions, words.currency) &&
    among(kindOptions, words.kind) &&
    among(protocolOptions, words.protocol) &&
    among(strategyOptions, words.strategy)
  return isKnown ? (value as LeaderFilters) : undefined
}

/** The venue's listing and the value of each contract: options in their coin, futures in dollars. */
import type { OptionFigures } from '@parley/core'
import { tradingDay } from '../exchange/calendar.ts'
import { createPrices, type Prices, type PricesOptions, type Walk } from '../exchange/prices.ts'
import { CURRENCIES, listInstruments, PERPETUAL_EXPIRY, type Currency, type InstrumentRow } from './chain.ts'

/** The model values of one contract, before rounding to what the venue shows. Prices are in the contract's quote unit. */
export type Valuation = {
  readonly mark: number
  readonly forward: number
  readonly index: number
  readonly option?: OptionFigures & { readonly iv: number; readonly years: number }
}

export type ListingChange = { readonly row: InstrumentRow; readonly state: 'created' | 'closed' }

export interface Market {
  /** Prices of every coin; other venues may use them too. */
  readonly prices: Prices
  instruments(): readonly InstrumentRow[]
  instrument(name: string): InstrumentRow | undefined
  index(currency: Currency): number
  value(row: InstrumentRow): Valuation
  walk(): Walk
  /** A contract whose quotes have not moved is published again after this long. */
  quietMs(row: InstrumentRow): number
  /** Advances the random walk, and returns what was listed or has expired since the last call. */
  step(elapsedMs: number): readonly ListingChange[]
}

export function createMarket(options: PricesOptions): Market {
  const { now } = options
  const prices = createPrices(options)
  let rows = listAll(now())
  let listedOn = tradingDay(now())

  return {
    prices,
    instruments: () => [...rows.values()],
    instrument: (name) => rows.get(name),
    index: prices.index,
    walk: prices.walk,
    quietMs: (row) => prices.quietMs(contractOf(row)),
    value: (row) => {
      const { price, option, ...levels } = prices.value(contractOf(row))
      return option === undefined ? { mark: price, ...levels } : { mark: price / levels.forward, ...levels, option }
    },
    step: (elapsedMs) => {
      prices.step(elapsedMs)
      if (tradingDay(now()) === listedOn) return []
      const before = rows
      rows = listAll(now())
      listedOn = tradingDay(now())
      return changesBetween(before, rows)
    },
  }
}

const contractOf = ({ base_currency: coin, expiration_timestamp: expiresAt, strike, option_type: type }: InstrumentRow) => ({
  coin,
  expiresAt: expiresAt === PERPETUAL_EXPIRY ? undefined : expiresAt,
  strike,
  kind: type === 'call' ? ('CALL' as const) : ('PUT' as const),
})

const listAll = (now: number): ReadonlyMap<string, InstrumentRow> =>
  new Map(CURRENCIES.flatMap((currency) => listInstruments(currency, now)).map((row) => [row.instrument_name, row]))

function changesBetween(before: ReadonlyMap<string, InstrumentRow>, after: ReadonlyMap<string, InstrumentRow>): readonly ListingChange[] {
  const closed = [...before.values()].filter((row) => !after.has(row.instrument_name)).map((row) => ({ row, state: 'closed' as const }))
  const created = [...after.values()].filter((row) => !before.has(row.instrument_name)).map((row) => ({ row, state: 'created' as const }))
  return [...closed, ...created]
}

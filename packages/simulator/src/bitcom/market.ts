/** The venue's listing and its tickers, at the simulated day's prices. */
import { tradingDay } from '../exchange/calendar.ts'
import type { Coin, ContractValue, Prices } from '../exchange/prices.ts'
import { isCoinMargined, listInstruments, PERPETUAL_EXPIRY, termsOf, type InstrumentRow } from './chain.ts'

export interface Market {
  readonly prices: Prices
  instruments(): readonly InstrumentRow[]
  instrument(name: string): InstrumentRow | undefined
  value(row: InstrumentRow): ContractValue
  /** A contract whose quotes have not moved is sent again after this long. */
  quietMs(row: InstrumentRow): number
  /** Numbers that are not yet formatted, at a known value. */
  stand(row: InstrumentRow, value?: ContractValue): Stand
  /** Reloads the listing when a new day has begun. */
  relist(): void
}

/** The displayed prices of a contract. A side without a price is absent. */
export type Stand = {
  readonly mark: number
  readonly bid: number | undefined
  readonly ask: number
  readonly least: number
  readonly most: number
}

export function createMarket(prices: Prices, now: () => number): Market {
  const list = (): ReadonlyMap<string, InstrumentRow> => new Map(listInstruments(now()).map((row) => [row.instrument_id, row]))
  let rows = list()
  let listedOn = tradingDay(now())
  const value = (row: InstrumentRow): ContractValue => prices.value(contractOf(row))
  return {
    prices,
    instruments: () => [...rows.values()],
    instrument: (name) => rows.get(name),
    value,
    quietMs: (row) => prices.quietMs(contractOf(row)),
    stand: (row, known) => standOf(row, known ?? value(row)),
    relist: () => {
      if (tradingDay(now()) === listedOn) return
      rows = list()
      listedOn = tradingDay(now())
    },
  }
}

const contractOf = (row: InstrumentRow) => ({
  coin: row.base_currency,
  expiresAt: row.expiration_at === PERPETUAL_EXPIRY ? undefined : row.expiration_at,
  strike: row.strike_price === '' ? undefined : Number(row.strike_price),
  kind: row.option_type === 'call' ? ('CALL' as const) : ('PUT' as const),
})

/** This venue's spreads are wider and its sizes smaller than those of the largest venue. */
function standOf(row: InstrumentRow, value: ContractValue): Stand {
  const { step, band: part } = termsOf(row)
  const { option, index } = value
  // An option of the coin-margined family is priced as a fraction of a coin.
  const unit = option !== undefined && isCoinMargined(row.instrument_id) ? value.forward : 1
  const price = value.price / unit
  const half = option === undefined ? step + price * 0.0001 : Math.max(step, (option.vega * 0.8 + value.price * 0.005) / unit)
  const band = (part * index) / unit
  const bid = onGrid(Math.floor((price - half) / step + 1e-9), step)
  return {
    mark: Number(price.toFixed(8)),
    bid: bid > 0 ? bid : undefined,
    ask: onGrid(Math.max(1, Math.ceil((price + half) / step - 1e-9)), step),
    least: Math.max(step, onGrid(Math.floor((price - band) / step), step)),
    most: onGrid(Math.ceil((price + band) / step), step),
  }
}

const onGrid = (steps: number, step: number): number => Number((steps * step).toFixed(8))

const text = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(8))

/** A ticker with the keys of the wire. Options carry their underlying price and no index. */
export function tickerOf(row: InstrumentRow, value: ContractValue, at: number, stand = standOf(row, value)): object {
  const { mark, bid, ask, least, most } = stand
  const { size } = termsOf(row)
  return {
    time: at,
    instrument_id: row.instrument_id,
    display_name: row.display_name,
    best_bid: text(bid),
    best_bid_qty: bid === undefined ? '' : text(size * 40),
    best_ask: text(ask),
    best_ask_qty: text(size * 40),
    mark_price: text(mark),
    min_sell: text(least),
    max_buy: text(most),
    last_price: '',
    last_qty: '',
    open24h: '',
    high24h: '',
    low24h: '',
    price_change24h: '',
    volume24h: '0.00000000',
    open_interest: text(size * 1_000),
    ...(value.option === undefined ? futureFields(value) : optionFields(row, value, value.option)),
  }
}

const futureFields = ({ index }: ContractValue): object => ({
  index_price: text(index),
  funding_rate: '0.00010000',
  funding_rate8h: '0.00010000',
  sigma: '',
  bid_sigma: '',
  ask_sigma: '',
})

function optionFields(row: InstrumentRow, { forward }: ContractValue, option: NonNullable<ContractValue['option']>): object {
  const spread = 0.004 + 0.0006 / Math.sqrt(Math.max(1 / 365, option.years))
  return {
    underlying_name: row.instrument_id.split('-').slice(0, -2).join('-'),
    underlying_price: text(forward),
    sigma: text(option.iv),
    bid_sigma: text(Math.max(0.01, option.iv - spread)),
    ask_sigma: text(option.iv + spread),
    delta: text(option.delta),
    gamma: text(option.gamma),
    vega: text(option.vega),
    theta: text(option.theta),
  }
}

export const indexOf = (coin: Coin, prices: Prices): object => ({ index_name: coin, index_price: text(prices.index(coin)) })

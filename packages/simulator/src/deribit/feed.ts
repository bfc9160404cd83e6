/** What the venue publishes: which channels exist, who may subscribe, and the frames of each step. A frame is written once, for all who receive it. */
import { CURRENCIES, indexName, type Currency, type InstrumentRow } from './chain.ts'
import type { ListingChange, Market } from './market.ts'
import { formatNotification } from './protocol.ts'
import { standOf, tickerOf, type Stand, type Ticker } from './ticker.ts'

export interface Feed {
  /** Whether the channel exists for such a connection; a `raw` one needs an authenticated socket. */
  has(channel: string, access: 'anonymous' | 'authenticated'): boolean
  ticker(row: InstrumentRow): Ticker
  /** What a new subscriber is sent first, if the channel has a state of its own. */
  first(channel: string): string | undefined
  /** Nobody listens any more. */
  forget(channel: string): void
  /** Tells the frames due now for these channels. */
  publish(channels: Iterable<string>, changes: readonly ListingChange[], tell: (channel: string, frame: string) => void): void
}

/** A contract whose quotes stand still is published again after this long, for its index and greeks. */
const QUIET_MS = 10_000
const NONE: readonly string[] = []

/** What was published of a channel last. Written over and not replaced: what is kept a while and thrown away is what collecting is dear by. */
type Published = {
  at: number
  mark: number
  bid: number
  ask: number
  iv: number
  delta: number
  /** The whole of it, where only what has changed is told. */
  ticker: Ticker | undefined
}

export function createFeed(market: Market, now: () => number): Feed {
  const published = new Map<string, Published>()
  const words = new Map<string, readonly string[]>()
  const ticker = (row: InstrumentRow): Ticker => tickerOf(row, market.value(row), now())

  const wordsOf = (channel: string): readonly string[] => {
    const known = words.get(channel) ?? channel.split('.')
    words.set(channel, known)
    return known
  }

  const note = (channel: string, at: number, { mark, bid, ask, iv, delta }: Stand, data: Ticker): void => {
    const known = published.get(channel)
    const whole = isIncremental(channel) ? data : undefined
    if (known === undefined) return void published.set(channel, { at, mark, bid, ask, iv, delta, ticker: whole })
    known.at = at
    known.mark = mark
    known.bid = bid
    known.ask = ask
    known.iv = iv
    known.delta = delta
    known.ticker = whole
  }

  const update = (channel: string, row: InstrumentRow): string | undefined => {
    const at = now()
    const valuation = market.value(row)
    const stand = standOf(row, valuation, at)
    const before = published.get(channel)
    if (before !== undefined && isQuiet(before, stand, at)) return undefined
    const data = tickerOf(row, valuation, at, stand)
    const told = before?.ticker
    note(channel, at, stand, data)
    if (!isIncremental(channel)) return formatNotification(channel, data)
    return formatNotification(channel, told === undefined ? { type: 'snapshot', ...data } : { type: 'change', ...difference(told, data) })
  }

  /** A newcomer is brought to where the others stand, so that the next change fits them all. */
  const snapshot = (channel: string, row: InstrumentRow): string => {
    const at = now()
    const valuation = market.value(row)
    const stand = standOf(row, valuation, at)
    const data = tickerOf(row, valuation, at, stand)
    const state = published.get(channel)?.ticker ?? data
    if (!published.has(channel)) note(channel, at, stand, data)
    return formatNotification(channel, isIncremental(channel) ? { type: 'snapshot', ...state } : data)
  }

  const frameOf = (channel: string, changes: readonly ListingChange[], first: 'snapshot' | 'update'): readonly string[] => {
    const [kind, subject, third] = wordsOf(channel)
    switch (kind) {
      case 'ticker':
      case 'incremental_ticker': {
        const row = market.instrument(subject ?? '')
        const frame = row === undefined ? undefined : first === 'snapshot' ? snapshot(channel, row) : update(channel, row)
        return frame === undefined ? NONE : [frame]
      }
      case 'deribit_price_index': {
        const currency = currencyOf(subject)!
        return [formatNotification(channel, { timestamp: now(), price: Number(market.index(currency).toFixed(2)), index_name: subject })]
      }
      case 'markprice':
        return [formatNotification(channel, markPrices(currencyOf(third)!))]
      case 'instrument':
        return changes
          .filter(({ row }) => concerns(channel, row))
          .map(({ row, state }) => formatNotification(channel, { timestamp: now(), state, instrument_name: row.instrument_name }))
      default:
        return []
    }
  }

  const markPrices = (currency: Currency): readonly object[] =>
    market
      .instruments()
      .filter((row) => row.kind === 'option' && row.base_currency === currency)
      .map((row) => ({ instrument_name: row.instrument_name, valuation: market.value(row) }))
      .map(({ instrument_name, valuation }) => ({
        instrument_name,
        mark_price: Number(valuation.mark.toFixed(4)),
        iv: Number(valuation.option!.iv.toFixed(4)),
      }))

  return {
    ticker,
    has: (channel, access) =>
      exists(channel, (name) => market.instrument(name) !== undefined) && (access === 'authenticated' || !channel.endsWith('.raw')),
    first: (channel) => (channel.startsWith('instrument.') ? undefined : frameOf(channel, [], 'snapshot')[0]),
    forget: (channel) => {
      published.delete(channel)
      words.delete(channel)
    },
    publish(channels, changes, tell) {
      for (const channel of channels) for (const frame of frameOf(channel, changes, 'update')) tell(channel, frame)
    },
  }
}

function exists(channel: string, isListed: (name: string) => boolean): boolean {
  const [kind, subject, third, fourth, ...rest] = channel.split('.')
  if (rest.length > 0) return false
  switch (kind) {
    case 'ticker':
      return isListed(subject ?? '') && ['raw', '100ms', 'agg2'].includes(third ?? '') && fourth === undefined
    case 'incremental_ticker':
      return isListed(subject ?? '') && third === undefined
    case 'deribit_price_index':
      return currencyOf(subject) !== undefined && third === undefined
    case 'markprice':
      return subject === 'options' && currencyOf(third) !== undefined && fourth === undefined
    case 'instrument':
      return subject === 'state' && ['any', 'option', 'future'].includes(third ?? '') && ['any', ...CURRENCIES].includes(fourth ?? '')
    case 'platform_state':
      return subject === undefined
    default:
      return false
  }
}

function concerns(channel: string, row: InstrumentRow): boolean {
  const [, , kind, currency] = channel.split('.')
  return (kind === 'any' || kind === row.kind) && (currency === 'any' || currency === row.base_currency)
}

const currencyOf = (index: string | undefined): Currency | undefined => CURRENCIES.find((currency) => indexName(currency) === index)

const isIncremental = (channel: string): boolean => channel.startsWith('incremental_')

const isQuiet = (then: Published, now: Stand, at: number): boolean =>
  at - then.at < QUIET_MS &&
  then.mark === now.mark &&
  then.bid === now.bid &&
  then.ask === now.ask &&
  Math.abs(then.iv - now.iv) < 0.1 &&
  Math.abs(then.delta - now.delta) < 0.002

/** The fields that changed, beside the two that name the message. */
function difference(before: Ticker, after: Ticker): object {
  const then = before as unknown as Record<string, unknown>
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(then[key]) !== JSON.stringify(value))
  return Object.fromEntries([['instrument_name', after.instrument_name], ...changed])
}

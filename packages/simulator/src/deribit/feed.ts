/** What the venue publishes: which channels exist, who may subscribe, and the frames of each step. A frame is written once, for all who receive it. */
import { CURRENCIES, indexName, type Currency, type InstrumentRow } from './chain.ts'
import type { ListingChange, Market } from './market.ts'
import { formatNotification } from './protocol.ts'
import { tickerOf, type Ticker } from './ticker.ts'

export interface Feed {
  /** Whether the channel exists for such a connection; a `raw` one needs an authenticated socket. */
  has(channel: string, access: 'anonymous' | 'authenticated'): boolean
  ticker(row: InstrumentRow): Ticker
  /** What a new subscriber is sent first, if the channel has a state of its own. */
  first(channel: string): string | undefined
  /** Nobody listens any more. */
  forget(channel: string): void
  /** The frames due now for these channels. */
  frames(channels: Iterable<string>, changes: readonly ListingChange[]): Iterable<readonly [channel: string, frame: string]>
}

/** A contract whose quotes stand still is published again after this long, for its index and greeks. */
const QUIET_MS = 10_000

type Published = { readonly at: number; readonly ticker: Ticker }

export function createFeed(market: Market, now: () => number): Feed {
  const published = new Map<string, Published>()
  const ticker = (row: InstrumentRow): Ticker => tickerOf(row, market.value(row), now())
  const rowOf = (channel: string): InstrumentRow | undefined => market.instrument(channel.split('.')[1] ?? '')

  const update = (channel: string, data: Ticker): string | undefined => {
    const before = published.get(channel)
    if (before !== undefined && isQuiet(before, data)) return undefined
    published.set(channel, { at: data.timestamp, ticker: data })
    if (!channel.startsWith('incremental_')) return formatNotification(channel, data)
    return formatNotification(
      channel,
      before === undefined ? { type: 'snapshot', ...data } : { type: 'change', ...difference(before.ticker, data) },
    )
  }

  /** A newcomer is brought to where the others stand, so that the next change fits them all. */
  const snapshot = (channel: string, data: Ticker): string => {
    const state = published.get(channel)?.ticker ?? data
    published.set(channel, published.get(channel) ?? { at: data.timestamp, ticker: data })
    return formatNotification(channel, channel.startsWith('incremental_') ? { type: 'snapshot', ...state } : data)
  }

  const frameOf = (channel: string, changes: readonly ListingChange[], first: 'snapshot' | 'update'): readonly string[] => {
    const [kind, subject, third] = channel.split('.')
    switch (kind) {
      case 'ticker':
      case 'incremental_ticker': {
        const row = rowOf(channel)
        const frame = row === undefined ? undefined : first === 'snapshot' ? snapshot(channel, ticker(row)) : update(channel, ticker(row))
        return frame === undefined ? [] : [frame]
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
    forget: (channel) => void published.delete(channel),
    *frames(channels, changes) {
      for (const channel of channels) for (const frame of frameOf(channel, changes, 'update')) yield [channel, frame]
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

function isQuiet(before: Published, { timestamp, ...now }: Ticker): boolean {
  const then = before.ticker
  return (
    timestamp - before.at < QUIET_MS &&
    then.mark_price === now.mark_price &&
    then.best_bid_price === now.best_bid_price &&
    then.best_ask_price === now.best_ask_price &&
    Math.abs((then.mark_iv ?? 0) - (now.mark_iv ?? 0)) < 0.1 &&
    Math.abs((then.greeks?.delta ?? 0) - (now.greeks?.delta ?? 0)) < 0.002
  )
}

/** The fields that changed, beside the two that name the message. */
function difference(before: Ticker, after: Ticker): object {
  const then = before as unknown as Record<string, unknown>
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(then[key]) !== JSON.stringify(value))
  return Object.fromEntries([['instrument_name', after.instrument_name], ...changed])
}

/** The venue's feed: its channels, their subscribers, and the frames of each step. A frame is written once for all its recipients. */
import { CURRENCIES, indexName, type Currency, type InstrumentRow } from './chain.ts'
import type { Walk } from '../exchange/prices.ts'
import type { ListingChange, Market } from './market.ts'
import { formatNotification } from './protocol.ts'
import { standOf, tickerOf, type Stand, type Ticker } from './ticker.ts'

export interface Feed {
  /** Whether the channel exists for this connection; a `raw` one needs an authenticated socket. */
  has(channel: string, access: 'anonymous' | 'authenticated'): boolean
  ticker(row: InstrumentRow): Ticker
  /** The first message to a new subscriber, if the channel has a state. */
  first(channel: string): string | undefined
  /** The channel has no subscribers any more. */
  forget(channel: string): void
  /** Sends the frames due now for these channels. */
  publish(channels: Iterable<string>, changes: readonly ListingChange[], send: (channel: string, frame: string) => void): void
}

const NONE: readonly string[] = []

/** The last message of a channel. It is overwritten, not replaced: objects of medium lifetime make garbage collection expensive. */
type Published = {
  at: number
  /** The state of the prices when they were last compared. */
  walk: Walk
  mark: number
  bid: number
  ask: number
  iv: number
  delta: number
  /** The whole message, for channels that publish only changes. */
  ticker: Ticker | undefined
}

export class VenueFeed implements Feed {
  readonly #market: Market
  readonly #now: () => number
  readonly #published = new Map<string, Published>()
  readonly #words = new Map<string, readonly string[]>()

  constructor(market: Market, now: () => number) {
    this.#market = market
    this.#now = now
  }

  readonly ticker = (row: InstrumentRow): Ticker => tickerOf(row, this.#market.value(row), this.#now())

  has(channel: string, access: 'anonymous' | 'authenticated'): boolean {
    const isThere = exists(channel, (name) => this.#market.instrument(name) !== undefined)
    return isThere && (access === 'authenticated' || !(channel.endsWith('.raw') || channel.startsWith('block_trade_confirmations')))
  }

  first(channel: string): string | undefined {
    return channel.startsWith('instrument.') ? undefined : this.#framesOf(channel, [], 'snapshot')[0]
  }

  readonly forget = (channel: string): void => {
    this.#published.delete(channel)
    this.#words.delete(channel)
  }

  publish(channels: Iterable<string>, changes: readonly ListingChange[], send: (channel: string, frame: string) => void): void {
    for (const channel of channels) for (const frame of this.#framesOf(channel, changes, 'update')) send(channel, frame)
  }

  #framesOf(channel: string, changes: readonly ListingChange[], first: 'snapshot' | 'update'): readonly string[] {
    const now = this.#now
    const [kind, subject, third] = this.#partsOf(channel)
    switch (kind) {
      case 'ticker':
      case 'incremental_ticker': {
        const row = this.#market.instrument(subject ?? '')
        const frame = row === undefined ? undefined : first === 'snapshot' ? this.#snapshot(channel, row) : this.#update(channel, row)
        return frame === undefined ? NONE : [frame]
      }
      case 'deribit_price_index': {
        const price = Number(this.#market.index(currencyOf(subject)!).toFixed(2))
        return [formatNotification(channel, { timestamp: now(), price, index_name: subject })]
      }
      case 'markprice':
        return [formatNotification(channel, this.#markPrices(currencyOf(third)!))]
      case 'instrument':
        return changes
          .filter(({ row }) => concerns(channel, row))
          .map(({ row, state }) => formatNotification(channel, { timestamp: now(), state, instrument_name: row.instrument_name }))
      default:
        return []
    }
  }

  #update(channel: string, row: InstrumentRow): string | undefined {
    const at = this.#now()
    const before = this.#published.get(channel)
    const isRecent = before !== undefined && at - before.at < this.#market.quietMs(row)
    if (isRecent && before.walk === this.#market.walk()) return undefined
    const valuation = this.#market.value(row)
    const stand = standOf(row, valuation, at)
    if (isRecent && isUnmoved(before, stand)) return void (before.walk = this.#market.walk())
    const data = tickerOf(row, valuation, at, stand)
    const last = before?.ticker
    this.#remember(channel, at, stand, data)
    if (!isIncremental(channel)) return formatNotification(channel, data)
    return formatNotification(channel, last === undefined ? { type: 'snapshot', ...data } : { type: 'change', ...difference(last, data) })
  }

  /** Brings a new subscriber to the state of the others, so that the next update fits all of them. */
  #snapshot(channel: string, row: InstrumentRow): string {
    const at = this.#now()
    const valuation = this.#market.value(row)
    const stand = standOf(row, valuation, at)
    const data = tickerOf(row, valuation, at, stand)
    const state = this.#published.get(channel)?.ticker ?? data
    if (!this.#published.has(channel)) this.#remember(channel, at, stand, data)
    return formatNotification(channel, isIncremental(channel) ? { type: 'snapshot', ...state } : data)
  }

  #remember(channel: string, at: number, { mark, bid, ask, iv, delta }: Stand, data: Ticker): void {
    const known = this.#published.get(channel)
    const whole = isIncremental(channel) ? data : undefined
    const walk = this.#market.walk()
    if (known === undefined) return void this.#published.set(channel, { at, walk, mark, bid, ask, iv, delta, ticker: whole })
    known.at = at
    known.walk = walk
    known.mark = mark
    known.bid = bid
    known.ask = ask
    known.iv = iv
    known.delta = delta
    known.ticker = whole
  }

  #markPrices(currency: Currency): readonly object[] {
    return this.#market
      .instruments()
      .filter((row) => row.kind === 'option' && row.base_currency === currency)
      .map((row) => ({ instrument_name: row.instrument_name, valuation: this.#market.value(row) }))
      .map(({ instrument_name, valuation }) => ({
        instrument_name,
        mark_price: Number(valuation.mark.toFixed(4)),
        iv: Number(valuation.option!.iv.toFixed(4)),
      }))
  }

  #partsOf(channel: string): readonly string[] {
    const known = this.#words.get(channel) ?? channel.split('.')
    this.#words.set(channel, known)
    return known
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
    case 'block_rfq':
      return isBlockRfqChannel(channel)
    case 'platform_state':
      return subject === undefined
    case 'block_trade_confirmations':
      return (subject === undefined || CURRENCIES.some((currency) => currency === subject)) && third === undefined
    default:
      return false
  }
}

const isBlockRfqChannel = (channel: string): boolean =>
  ['taker', 'maker', 'maker.quotes', 'trades'].some((kind) => ['any', ...CURRENCIES].some((one) => channel === `block_rfq.${kind}.${one}`))

function concerns(channel: string, row: InstrumentRow): boolean {
  const [, , kind, currency] = channel.split('.')
  return (kind === 'any' || kind === row.kind) && (currency === 'any' || currency === row.base_currency)
}

const currencyOf = (index: string | undefined): Currency | undefined => CURRENCIES.find((currency) => indexName(currency) === index)

const isIncremental = (channel: string): boolean => channel.startsWith('incremental_')

const isUnmoved = (then: Published, now: Stand): boolean =>
  then.mark === now.mark &&
  then.bid === now.bid &&
  then.ask === now.ask &&
  Math.abs(then.iv - now.iv) < 0.1 &&
  Math.abs(then.delta - now.delta) < 0.002

/** The changed fields, plus the two that identify the message. */
function difference(before: Ticker, after: Ticker): object {
  const then = before as unknown as Record<string, unknown>
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(then[key]) !== JSON.stringify(value))
  return Object.fromEntries([['instrument_name', after.instrument_name], ...changed])
}

/** The market data connection: loads the listing, subscribes to it, and does both again after every loss. */
import type { Instrument, Mark } from '@parley/core'
import type { VenueHealth, VenueListener } from '../venue-port.ts'
import {
  CHANNELS_PER_CALL,
  FIRST_BACKOFF_MS,
  FLUSH_MS,
  HEARTBEAT_S,
  INSTRUMENT_ATTEMPTS,
  MAX_BACKOFF_MS,
  RELOAD_AFTER_MS,
} from './limits.ts'
import { createPacer } from './pacing.ts'
import { CURRENCIES } from './product-codes.ts'
import { openRpc, type Rpc, type RpcOptions } from './rpc.ts'
import { asList, indexFromWire, instrumentsFromWire, listingFromWire, markFromWire } from './wire.ts'

export type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

export type StreamOptions = Omit<RpcOptions, 'onNotification' | 'onHeard' | 'onClosed'> & {
  readonly random: () => number
  readonly log: VenueLog
}

export interface MarketStream {
  instruments(): Promise<readonly Instrument[]>
  connect(listener: VenueListener): Promise<void>
  health(): VenueHealth
  close(): Promise<void>
}

const SILENT: VenueListener = {
  onMarks: () => undefined,
  onIndex: () => undefined,
  onInstruments: () => undefined,
  onHealth: () => undefined,
}

export function createMarketStream(options: StreamOptions): MarketStream {
  const { now, random, log } = options
  const pacer = createPacer(now)
  const known = new Map<string, Instrument>()
  const marks = new Map<number, Mark>()
  let listener = SILENT
  let state: VenueHealth['state'] = 'CONNECTING'
  let lastHeardAt: number | undefined
  let rpc: Rpc | undefined
  let opening: Promise<Rpc> | undefined
  let failures = 0
  let isClosed = false
  let isStreaming = false
  let flushTimer: NodeJS.Timeout | undefined
  let reloadTimer: NodeJS.Timeout | undefined
  let reconnectTimer: NodeJS.Timeout | undefined

  const health = (): VenueHealth => ({ state, lastHeardAt })
  const become = (next: VenueHealth['state']): void => {
    if (state === next) return
    state = next
    listener.onHealth(health())
  }

  const flush = (): void => {
    flushTimer = undefined
    const batch = [...marks.values()]
    marks.clear()
    if (batch.length > 0) listener.onMarks(batch)
  }

  const onNotification = (channel: string, data: unknown): void => {
    if (channel.startsWith('ticker.')) {
      const instrument = known.get(channel.split('.')[1]!)
      const mark = instrument === undefined ? undefined : markFromWire(data, instrument.id)
      if (mark === undefined) return
      marks.set(mark.instrumentId, mark)
      flushTimer ??= setTimeout(flush, FLUSH_MS)
    } else if (channel.startsWith('deribit_price_index.')) {
      const index = indexFromWire(data)
      if (index !== undefined) listener.onIndex(index.baseCurrency, index.price, index.at)
    } else if (channel.startsWith('instrument.state.')) {
      if (listingFromWire(data) !== undefined) reloadTimer ??= setTimeout(() => void reload(), RELOAD_AFTER_MS)
    }
  }

  /** One socket, however many ask for it at once. */
  const open = (): Promise<Rpc> => {
    if (rpc !== undefined) return Promise.resolve(rpc)
    opening ??= openRpc({ ...options, onNotification, onClosed, onHeard: () => void (lastHeardAt = now()) })
      .then((socket) => {
        if (isClosed) socket.close()
        rpc = socket
        lastHeardAt = now()
        return socket
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }

  const onClosed = (): void => {
    rpc = undefined
    if (isClosed) return
    become('CONNECTING')
    if (isStreaming) reconnectLater()
  }

  const reconnectLater = (): void => {
    if (reconnectTimer !== undefined || isClosed) return
    const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures)
    failures += 1
    reconnectTimer = setTimeout(
      () => {
        reconnectTimer = undefined
        void stream()
      },
      ceiling * (0.5 + 0.5 * random()),
    )
  }

  const load = async (): Promise<readonly Instrument[]> => {
    const socket = await open()
    const rows: Instrument[] = []
    for (const currency of CURRENCIES) {
      await pacer.turn('instruments')
      const answer = await socket.call('public/get_instruments', { currency, expired: false })
      if (answer.kind !== 'RESULT')
        throw new Error(`the venue's listing did not come: ${answer.kind === 'ERROR' ? answer.message : answer.reason}`)
      rows.push(...instrumentsFromWire(answer.result))
    }
    return rows
  }

  /** Takes the listing in, and tells what changed since the last one. */
  const takeIn = (rows: readonly Instrument[]): readonly Instrument[] => {
    const names = new Set(rows.map((row) => row.name))
    const expired = [...known.values()].filter((row) => !names.has(row.name)).map((row): Instrument => ({ ...row, state: 'EXPIRED' }))
    const listed = rows.filter((row) => !known.has(row.name))
    expired.forEach((row) => known.delete(row.name))
    rows.forEach((row) => known.set(row.name, row))
    return [...expired, ...listed]
  }

  const subscribe = async (socket: Rpc, channels: readonly string[]): Promise<void> => {
    for (let from = 0; from < channels.length; from += CHANNELS_PER_CALL) {
      const batch = channels.slice(from, from + CHANNELS_PER_CALL)
      await pacer.turn('subscribe')
      const answer = await socket.call('public/subscribe', { channels: batch })
      if (answer.kind !== 'RESULT')
        throw new Error(`the venue did not subscribe us: ${answer.kind === 'ERROR' ? answer.message : answer.reason}`)
      const accepted = new Set(asList(answer.result))
      const refused = batch.filter((channel) => !accepted.has(channel))
      if (refused.length > 0) log('the venue left channels out of a subscription', { count: refused.length, first: refused[0] })
    }
  }

  const reload = async (): Promise<void> => {
    reloadTimer = undefined
    try {
      const changed = takeIn(await load())
      if (changed.length === 0 || rpc === undefined) return
      listener.onInstruments(changed)
      const expired = changed.filter((row) => row.state === 'EXPIRED').map(tickerChannel)
      await subscribe(rpc, changed.filter((row) => row.state === 'ACTIVE').map(tickerChannel))
      if (expired.length > 0) await rpc.call('public/unsubscribe', { channels: expired.slice(0, CHANNELS_PER_CALL) })
    } catch (error) {
      log('the listing could not be reloaded', { reason: String(error) })
      rpc?.close()
    }
  }

  const stream = async (): Promise<void> => {
    try {
      const socket = await open()
      await socket.call('public/hello', { client_name: 'parley', client_version: '1' })
      await socket.call('public/set_heartbeat', { interval: HEARTBEAT_S })
      const changed = takeIn(await load())
      if (changed.length > 0) listener.onInstruments(changed)
      await subscribe(socket, [
        'instrument.state.any.any',
        'platform_state',
        ...CURRENCIES.map((currency) => `deribit_price_index.${currency.toLowerCase()}_usd`),
      ])
      await subscribe(socket, [...known.values()].map(tickerChannel))
      failures = 0
      become('CONNECTED')
    } catch (error) {
      if (isClosed) return
      log('the venue could not be reached', { reason: String(error) })
      rpc?.close()
      reconnectLater()
    }
  }

  return {
    instruments: async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const rows = await load()
          takeIn(rows)
          return rows
        } catch (error) {
          if (isClosed || attempt >= INSTRUMENT_ATTEMPTS) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)))
        }
      }
    },
    connect: async (given) => {
      listener = given
      isStreaming = true
      await stream()
    },
    health,
    close: async () => {
      isClosed = true
      become('CLOSED')
      for (const timer of [flushTimer, reloadTimer, reconnectTimer]) clearTimeout(timer)
      await opening?.catch(() => undefined)
      rpc?.close()
    },
  }
}

/** agg2 is the venue's calm interval, about a second; the quicker ones would tell us nothing a negotiation needs. */
const tickerChannel = (instrument: Instrument): string => `ticker.${instrument.name}.agg2`

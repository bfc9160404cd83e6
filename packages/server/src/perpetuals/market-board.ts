/** The markets of the venue with their prices: read once for all callers, and every second while there are readers. */
import type { PerpetualMarket, PerpetualSummary, PerpetualsVenue, VenueAnswer } from '@parley/venues'
import type { Clock } from '../market-data/clock.ts'
import { perpetualLimits as limits } from './limits.ts'

export type Board = {
  readonly markets: ReadonlyMap<string, PerpetualMarket>
  readonly summaries: ReadonlyMap<string, PerpetualSummary>
}

export interface MarketBoard {
  /** At most a second old. */
  read(): Promise<VenueAnswer<Board>>
  /** The last read state; empty before the first read. */
  known(): Board
  isAnswering(): boolean
  /** Calls the listener after each read, successful or not. Returns the function that ends it. */
  watch(listener: () => void): () => void
}

type BoardParts = { readonly perpetuals: Pick<PerpetualsVenue, 'markets' | 'summaries'>; readonly clock: Clock }

export function createMarketBoard({ perpetuals, clock }: BoardParts): MarketBoard {
  let board: Board = { markets: new Map(), summaries: new Map() }
  let [listedAt, readAt] = [-Infinity, -Infinity]
  let isAnswering = false
  let reading: Promise<VenueAnswer<Board>> | undefined
  let state: 'IDLE' | 'READING' | 'WAITING' = 'IDLE'
  let callOff = () => {}
  const listeners = new Set<() => void>()

  const readListing = async (): Promise<VenueAnswer<Board['markets']>> => {
    if (clock.now() - listedAt < limits.listingLifeMs) return { outcome: 'DONE', value: board.markets }
    const listed = await perpetuals.markets()
    if (listed.outcome !== 'DONE') return listed
    listedAt = clock.now()
    return { outcome: 'DONE', value: new Map(listed.value.map((market) => [market.name, market])) }
  }
  /** A market without a price may have been delisted, so the listing is read immediately. */
  const listingFor = async (markets: Board['markets'], summaries: Board['summaries']): Promise<VenueAnswer<Board['markets']>> => {
    const isOneGone = [...board.summaries.keys()].some((name) => markets.has(name) && !summaries.has(name))
    if (isOneGone) listedAt = -Infinity
    return isOneGone ? readListing() : { outcome: 'DONE', value: markets }
  }
  const readBoth = async (): Promise<VenueAnswer<Board>> => {
    const listed = await readListing()
    if (listed.outcome !== 'DONE') return listed
    const read = await perpetuals.summaries()
    if (read.outcome !== 'DONE') return read
    const summaries = new Map(read.value.map((summary) => [summary.market, summary]))
    const markets = await listingFor(listed.value, summaries)
    return markets.outcome === 'DONE' ? { outcome: 'DONE', value: { markets: markets.value, summaries } } : markets
  }
  const readAll = async (): Promise<VenueAnswer<Board>> => {
    const read = await readBoth()
    isAnswering = read.outcome === 'DONE'
    if (read.outcome !== 'DONE') return read
    readAt = clock.now()
    board = read.value
    return read
  }
  const read = (): Promise<VenueAnswer<Board>> => {
    if (clock.now() - readAt < limits.pricesLifeMs) return Promise.resolve({ outcome: 'DONE', value: board })
    reading ??= readAll().finally(() => (reading = undefined))
    return reading
  }
  const goOn = (): void => {
    state = 'READING'
    void read().then(() => {
      for (const listener of [...listeners]) listener()
      state = listeners.size === 0 ? 'IDLE' : 'WAITING'
      if (state === 'WAITING') callOff = clock.after(limits.pricesEveryMs, goOn)
    })
  }

  return {
    read,
    known: () => board,
    isAnswering: () => isAnswering,
    watch(listener) {
      listeners.add(listener)
      if (state === 'IDLE') goOn()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || state !== 'WAITING') return
        callOff()
        state = 'IDLE'
      }
    },
  }
}

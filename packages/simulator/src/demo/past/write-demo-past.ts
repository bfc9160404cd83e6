/** Some days of a market before the first start of the demo, so that no screen begins empty (docs/decisions/0993). */
import { writePast } from '@parley/server'
import { tradingDay } from '../../exchange/calendar.ts'
import { createRandom, type Random } from '../../exchange/random.ts'
import { seed as seedDesks, type Seeded } from '../seed.ts'
import { openAuctionMarket } from '../../evm/auction-market.ts'
import { auctionChainAt } from '../auction-chain.ts'
import { walletKeyOf } from '../roster.ts'
import { holdAuction, pastBidders, timesOfAuctions, type PastAuctioning } from './past-auctions.ts'
import { createPastClock } from './past-clock.ts'
import { drawStyles, negotiate, type Negotiating } from './past-negotiation.ts'
import { tradeInOrderBook } from './past-order-book.ts'
import { pastRequests } from './past-requests.ts'
import { tradeSpread } from './past-spread-trade.ts'
import { openPastVenues } from './past-venues.ts'

export type DemoPastSetting = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly baseUrl: string
  readonly seed: number
  readonly days: number
  /** When the past ends: now. */
  readonly endsAt: number
  readonly signal?: AbortSignal | undefined
}

/** Far more than it takes. */
const WITHIN_MS = 90_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The share of requests that are followed by a trade in a listed spread. */
const SPREADS_SHARE = 0.3
/** Desks are older than their first trade. */
const DESKS_BEFORE_MS = HOUR_MS

/** Returns the desks that it created, or undefined if the database is not empty. The past is written completely or not at all. */
export async function writeDemoPast(setting: DemoPastSetting): Promise<Seeded | undefined> {
  const { seed, dataDir, databaseUrl, baseUrl, days, endsAt, signal } = setting
  const from = endsAt - days * DAY_MS
  const clock = createPastClock(from - DESKS_BEFORE_MS)
  const venues = await openPastVenues(seed, dataDir, clock)
  const market = await openAuctionMarket({ seed, now: clock.now, mining: 'AT_ONCE' })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) await Promise.all([venues.close(), market.close()])
    isOpen = false
  }
  let seeded: Seeded | undefined
  try {
    for (const desk of pastBidders) await market.fund(walletKeyOf(desk))
    const chance = createRandom(seed, 'ids of the past')
    const needs = {
      ...{ dataDir, databaseUrl, publicUrl: baseUrl, withinMs: WITHIN_MS, signal, now: clock.now, timers: clock.timers },
      ...{ venues: venues.venues, markOf: venues.markOf, indexOf: venues.indexOf, chance: (count: number) => bytes(chance, count) },
    }
    await writePast({ ...needs, auctions: auctionChainAt(market.place) }, async (past) => {
      seeded = await seedDesks(past.operator, undefined, { baseUrl, chain: market.place })
      const random = createRandom(seed, 'desks of the past')
      await liveThrough({ past, venues, market, now: clock.now, random, styles: drawStyles(seed) }, { seed, from, to: endsAt })
      await close()
      venues.handOver()
    })
    return seeded
  } finally {
    await close()
    venues.discard()
  }
}

const bytes = (random: Random, count: number): Uint8Array => Buffer.from(random.hex(2 * count), 'hex')

type Span = { readonly seed: number; readonly from: number; readonly to: number }

/** Requests and the marks between them, in the order of their times. */
async function liveThrough(negotiating: Negotiating & PastAuctioning, { seed, from, to }: Span): Promise<void> {
  const { past, venues } = negotiating
  const keepUntil = (until: number, times: number[]): void => {
    while (times[0] !== undefined && times[0] <= until) {
      venues.moveTo(times.shift()!)
      past.keepMarks()
    }
  }
  const times = timesOfMarks(from, to)
  const auctions = timesOfAuctions(from, to)
  const ofAuctions = { ...negotiating, random: createRandom(seed, 'auctions of the past') }
  let held = 0
  const random = createRandom(seed, 'spreads of the past')
  let listed = await past.listedSpreads()
  let day = tradingDay(from)
  for (const request of pastRequests(seed, { from, to })) {
    keepUntil(request.at, times)
    if (tradingDay(request.at) !== day) {
      day = tradingDay(request.at)
      venues.moveTo(request.at)
      await past.relist()
      listed = await past.listedSpreads()
    }
    for (; auctions[held] !== undefined && auctions[held]! <= request.at; held += 1) await holdAuction(held, ofAuctions)
    if (request.kind === 'DIRECT') await negotiate(request, negotiating)
    else await tradeInOrderBook(request, negotiating)
    if (random.next() < SPREADS_SHARE) await tradeSpread(listed, { ...negotiating, random })
  }
  keepUntil(to, times)
  venues.moveTo(to)
  await past.settled()
}

/** As finely as the history is read: by the hour, by five minutes over the last day, and by the minute over the last hour. */
function timesOfMarks(from: number, to: number): number[] {
  const steps = [
    [HOUR_MS, from],
    [5 * MINUTE_MS, to - DAY_MS],
    [MINUTE_MS, to - HOUR_MS],
  ] as const
  const times = new Set(
    steps.flatMap(([step, since]) => {
      const first = Math.ceil(Math.max(since, from) / step) * step
      return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, place) => first + place * step)
    }),
  )
  return [...times].sort((a, b) => a - b)
}

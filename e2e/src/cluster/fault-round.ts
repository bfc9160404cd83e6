/** One fault while pairs of desks trade, and the comparison of what each desk received with what the server reports. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { History } from '../reliability/history.ts'
import { negotiate, openPair, pickCall, type Pair, type PricedCall } from '../reliability/negotiating-pair.ts'
import { cancelOpen, compareLastLife, desksOf } from '../reliability/pair-comparison.ts'
import { ask, settled } from '../reliability/records.ts'
import { bidUntil, bidServedAfterMs, compareBids, openBidMarket, takeEnded, untilBidIsSent, type BidMarket } from './bidding.ts'
import { openDeskView, type DeskView } from './desk-view.ts'
import { faults, untilReady, type FaultKind, type Inject } from './faults.ts'
import type { Installation } from './installation.ts'

export type World = {
  readonly place: Installation
  readonly pairs: readonly Pair[]
  readonly bids: BidMarket
  readonly whole: ReadonlyMap<string, History>
  readonly random: Random
  /** In names of RFQs, which are unique. */
  readonly seed: number
}

type Times = {
  /** In milliseconds, from the beginning of the fault until a new RFQ was acknowledged. */
  readonly servedAfterMs: number
  /** The same for a bid; undefined if the auction ended first. */
  readonly bidsAfterMs: number | undefined
}
export type RoundReport = Times & { readonly kind: FaultKind }

const TRADES_WITHIN_MS = 60_000
const SERVED_WITHIN_MS = 60_000
const AGREE_WITHIN_MS = 30_000
/** Trading before the fault, and after its end. */
const MORE_MS = 500
const LOOK_MS = 50

export async function openWorld(place: Installation, random: Random, seed: number): Promise<World> {
  const pairs = [openPair(place, 'AMBR', 'LIND', 'BTC'), openPair(place, 'NRTH', 'ORRY', 'ETH')]
  const bids = await openBidMarket(place)
  return { place, pairs, bids, random, seed, whole: new Map(desksOf(pairs).map(({ ticker }) => [ticker, new History()])) }
}

export const underFault = async (world: World, kind: FaultKind, round: number): Promise<RoundReport> => ({
  kind,
  ...(await underInjected(world, faults[kind], round)),
})

/** Trades, bids and compares while `inject` does its harm. */
export async function underInjected(world: World, inject: Inject, round: number): Promise<Times> {
  const { place, pairs, bids, random, seed } = world
  await untilReady(place.baseUrl)
  const views = await openViews(world)
  const isOver = new AbortController()
  const options = await Promise.all(pairs.map(pickCall))
  const running = [
    ...pairs.map((pair, place) =>
      negotiate(pair, { name: `${seed}-${round}-${pair.currency}`, option: options[place]!, isOver: isOver.signal, random }),
    ),
    bidUntil(bids, isOver.signal, random),
    takeEnded(bids, isOver.signal),
  ]
  try {
    await untilTraded(pairs)
    await delay(random() * MORE_MS)
    const hit = Promise.withResolvers<number>()
    const served = hit.promise.then((at) => untilServed(pairs[0]!, options[0]!, `${seed}-${round}-probe`, at))
    const moment = { hit: () => hit.resolve(performance.now()), untilBidIsSent: () => untilBidIsSent(bids) }
    const [servedAfterMs] = await Promise.all([served, inject(place, random, moment)])
    await delay(random() * MORE_MS)
    isOver.abort()
    await Promise.all(running)
    await compare(world, views)
    return { servedAfterMs, bidsAfterMs: bidServedAfterMs(bids, await hit.promise) }
  } finally {
    isOver.abort()
    for (const view of views) view.close()
  }
}

/** A connection that was kept open may end at the moment of the next call. */
const openViews = (world: World): Promise<readonly DeskView[]> => openAll(world).catch(() => openAll(world))

const openAll = ({ place, pairs }: World): Promise<readonly DeskView[]> =>
  Promise.all(
    desksOf(pairs).map((desk) =>
      openDeskView(
        place.baseUrl,
        desk,
        place.desks.find(({ ticker }) => ticker === desk.ticker)!,
      ),
    ),
  )

async function untilTraded(pairs: readonly Pair[]): Promise<void> {
  const until = Date.now() + TRADES_WITHIN_MS
  while (pairs.some(({ taker }) => taker.history.trades.size === 0)) {
    if (Date.now() > until) throw new Error('the pairs do not trade')
    await delay(LOOK_MS)
  }
}

/** Sends RFQs until one is acknowledged. Those without a response are repeated at the end under their keys. */
async function untilServed({ taker, maker }: Pair, { id, quantity }: PricedCall, name: string, sinceMs: number): Promise<number> {
  const legs = [{ instrument_id: id, ratio: '1', side: 'BUY' as const }]
  let last: unknown
  for (let n = 0; performance.now() - sinceMs < SERVED_WITHIN_MS; n += 1) {
    try {
      await ask(taker.client, taker.history, `${name}-${n}`, { legs, quantity, counterparties: [maker.ticker] })
      return performance.now() - sinceMs
    } catch (error) {
      last = error
      await delay(LOOK_MS)
    }
  }
  throw new Error('no RFQ was acknowledged after the fault', { cause: last })
}

async function compare({ place, pairs, bids, whole }: World, views: readonly DeskView[]): Promise<void> {
  await untilReady(place.baseUrl)
  await compareLastLife(pairs, whole)
  for (const { patient } of desksOf(pairs)) await settled(patient)
  await untilAgreed(views)
  await compareBids(bids)
  const wrong = seenByOthers(pairs, views)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await cancelOpen(pairs)
}

async function untilAgreed(views: readonly DeskView[]): Promise<void> {
  const until = Date.now() + AGREE_WITHIN_MS
  for (;;) {
    const differences = (await Promise.all(views.map((view) => view.differences()))).flat()
    if (differences.length === 0) return
    if (Date.now() > until) throw new Error(`the views do not agree with the server:\n${differences.join('\n')}`)
    await delay(LOOK_MS)
  }
}

/** An order is seen by its own desk only, and an RFQ by the desks of its pair. */
function seenByOthers(pairs: readonly Pair[], views: readonly DeskView[]): readonly string[] {
  const pairOf = (ticker: string) => pairs.findIndex(({ taker, maker }) => taker.ticker === ticker || maker.ticker === ticker)
  const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((id) => other.has(id))
  return views.flatMap((one, place) =>
    views.slice(place + 1).flatMap((other) => {
      const orders = common(one.seen.orders, other.seen.orders)
      const rfqs = pairOf(one.ticker) === pairOf(other.ticker) ? [] : common(one.seen.rfqs, other.seen.rfqs)
      return [...orders, ...rfqs].map((id) => `${one.ticker} and ${other.ticker} both received ${id}`)
    }),
  )
}

/**
 * Opens the listed spreads that are missing: at the start, and whenever a venue lists something (rulebook 17.9). Their shards close them. Opening an
 * open one changes nothing, so two servers, or a start after a crash, may both do it.
 */
import {
  isRefusal,
  listedSpreads,
  QUOTES_END_BEFORE_EXPIRY_MS,
  structureKey,
  type DeskId,
  type Instant,
  type ListedSpread,
  type Shard,
  type UserId,
  type VenueCode,
} from '@parley/core'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { portable } from '../engine/portable.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { MarketShard } from '../shards/shards.ts'
import { LIST_AGAIN_MS } from './limits.ts'

type ListingNeeds = {
  readonly engine: Pick<MarketEngine, 'shards' | 'read' | 'submit'>
  readonly marketData: Pick<MarketData, 'instruments' | 'onInstruments'>
  readonly clock: Clock
  readonly log: Log
}

/** No desk has such a ticker, so nothing that stops a desk or closes its orders affects it. */
const PLATFORM = { desk: 'platform' as DeskId, user: 'platform' as UserId, via: 'platform' }

export function startListing({ engine, marketData, clock, log }: ListingNeeds) {
  const waiting = new Set<VenueCode>()
  let work: Promise<void> | undefined
  let callOff: (() => void) | undefined
  let isClosed = false

  const list = async (): Promise<void> => {
    for (const venue of waiting) {
      waiting.delete(venue)
      await Promise.all(engine.shards.filter((shard) => shard.venue === venue).map((shard) => openMissing(shard)))
    }
  }
  const openMissing = async (shard: MarketShard): Promise<void> => {
    try {
      const listed = listedSpreads(marketData.instruments(shard), clock.now() as Instant, QUOTES_END_BEFORE_EXPIRY_MS)
      if (listed.length === 0) return
      const open = new Set((await engine.read(shard.name, openIn)).value)
      const missing = listed.filter(({ structure }) => !open.has(structureKey(structure)))
      const answers = await Promise.all(missing.map((one) => engine.submit(shard.name, openCommand(shard, one))))
      for (const answer of answers)
        if (isRefusal(answer)) log.warn({ shard: shard.name, refusal: answer.message }, 'Could not list a spread')
      if (missing.length > 0) log.info({ shard: shard.name, spreads: missing.length }, 'Spreads were listed')
    } catch (error) {
      log.warn({ error, shard: shard.name }, 'Could not list spreads yet')
      callOff ??= clock.after(LIST_AGAIN_MS, () => {
        callOff = undefined
        look(shard.venue)
      })
    }
  }
  const look = (venue: VenueCode): void => {
    if (isClosed) return
    waiting.add(venue)
    run()
  }
  /** Venues that were added just as the work ended are processed again. */
  const run = (): void => {
    if (work !== undefined || waiting.size === 0) return
    work = list().finally(() => {
      work = undefined
      run()
    })
  }
  const stop = marketData.onInstruments(look)
  for (const venue of new Set(engine.shards.map((shard) => shard.venue))) look(venue)

  return {
    /** Resolves when everything that the venues have listed so far has its spreads. */
    async settled(): Promise<void> {
      while (work !== undefined) await work
    },

    async close(): Promise<void> {
      isClosed = true
      stop()
      callOff?.()
      waiting.clear()
      await work
    },
  }
}

/** The keys of the listed structures. */
const openIn = portable(
  'spreads.open',
  () =>
    ({ rfqs }: Shard): readonly string[] =>
      [...rfqs.live.values()].flatMap(({ rfq }) => (rfq.audience === 'LISTED' ? [structureKey(rfq.structure)] : [])),
)()

const openCommand = ({ group, venue, baseCurrency }: MarketShard, spread: ListedSpread) =>
  ({ kind: 'OpenRfq', actor: PLATFORM, audience: 'LISTED', shard: group, venue, baseCurrency, ...spread }) as const

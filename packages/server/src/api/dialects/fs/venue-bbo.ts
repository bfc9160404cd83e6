/**
 * The value of listed spreads at the venue, from the venue's books of the legs: `venue_bbo.{strategy_id}`, and `venue_bbo.ALL` for all active ones.
 */
import { isDeepStrictEqual } from 'node:util'
import { formatPrice, parseQuantity, priceFromNumber, refuse, type Funding, type Price, type Rfq, type RfqId } from '@parley/core'
import type { VenueBboView } from '@parley/contracts'
import type { StreamChannel } from '../../../calls/channel.ts'
import type { Log } from '../../../log/log.ts'
import { bboOf } from '../../../market-data/bbo.ts'
import type { Clock } from '../../../market-data/clock.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { createPace } from '../../../market-data/pace.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import { amountsOrNull, nanoseconds, nanosecondsOrZero } from './figures.ts'
import { idOf } from './ids.ts'
import { VENUE_BBO_EVERY_MS } from './limits.ts'
import { isAny } from './parts.ts'

type BboNeeds = Pick<Spreads, 'prices'> & { readonly marketData: MarketData; readonly now: () => number }

/** Figures that the venue does not publish are null. Nothing is published about a leg before its first mark. */
export function presentVenueBbo(strategy: Rfq, { prices, marketData, now }: BboNeeds): VenueBboView {
  const { structure, venue, expiresAt = 0 } = strategy
  const bbo = bboOf({ id: strategy.id, structure, expiresAt }, (id) => marketData.mark(id), now())
  const { band, at } = prices(strategy) ?? {}
  const amount = (text: string | null | undefined) => (text === null || text === undefined ? undefined : parseQuantity(text))
  return {
    id: idOf(strategy),
    venue,
    min_price: band === undefined ? null : formatPrice(band.least),
    max_price: band === undefined ? null : formatPrice(band.most),
    mark_price: bbo?.mark_price ?? null,
    best_bid_price: bbo?.best_bid_price ?? null,
    ...amountsOrNull('best_bid_amount', amount(bbo?.best_bid_amount)),
    best_ask_price: bbo?.best_ask_price ?? null,
    ...amountsOrNull('best_ask_amount', amount(bbo?.best_ask_amount)),
    last_updated: nanoseconds(at ?? now()),
    expires_at: nanoseconds(expiresAt),
    legs: (bbo?.legs ?? []).map((leg, place) => ({
      instrument_id: leg.instrument_id,
      instrument_name: leg.instrument_name,
      side: structure.legs[place]!.side,
      mark_price: leg.mark_price,
      best_bid_price: leg.best_bid_price,
      best_bid_amount: leg.best_bid_amount,
      best_ask_price: leg.best_ask_price,
      best_ask_amount: leg.best_ask_amount,
      index_price: leg.index_price,
      funding: presentFunding(marketData.mark(leg.instrument_id)?.funding),
    })),
  }
}

const presentFunding = (funding: Funding | undefined): VenueBboView['legs'][number]['funding'] =>
  funding === undefined
    ? null
    : {
        rate: formatPrice(priceFromNumber(funding.rate) ?? (0 as Price)),
        interval: nanoseconds(funding.everyMs),
        next_at: nanosecondsOrZero(funding.nextAt),
      }

type Push = (data: object) => void
type ChannelNeeds = BboNeeds & {
  readonly clock: Clock
  readonly log: Log
  readonly find: (id: string) => Promise<Rfq | undefined>
  /** Every strategy that currently accepts orders. */
  readonly active: () => Promise<readonly Rfq[]>
  /** Called when a strategy is listed or has ended. */
  readonly onListing: (listener: () => void) => void
}

/** One view of each strategy for all its readers, so that they share one object and one encoded frame. */
export function venueBboChannel({ clock, log, find, active, onListing, ...needs }: ChannelNeeds): StreamChannel {
  const readers = new Map<string, Set<Push>>()
  const everybody = new Set<Push>()
  const listed = new Map<RfqId, { readonly rfq: Rfq; latest: VenueBboView | undefined }>()
  const changed = new Set<number>()
  let isListKnown = false

  const readersOf = (id: string): readonly Push[] => [...(readers.get(id) ?? []), ...everybody]
  const publish = (one: { readonly rfq: Rfq; latest: VenueBboView | undefined }): void => {
    const view = presentVenueBbo(one.rfq, needs)
    if (isDeepStrictEqual(unstamped(view), unstamped(one.latest))) return
    one.latest = view
    for (const push of readersOf(view.id)) push(view)
  }
  const refresh = async (): Promise<void> => {
    isListKnown = true
    const found = await active()
    const ids = new Set(found.map(({ id }) => id))
    for (const id of listed.keys()) if (!ids.has(id)) listed.delete(id)
    for (const rfq of found) if (!listed.has(rfq.id)) listed.set(rfq.id, { rfq, latest: undefined })
  }
  const round = async (): Promise<void> => {
    if (readers.size === 0 && everybody.size === 0) return void (isListKnown = false)
    if (!isListKnown) await refresh()
    const legs = new Set(changed)
    changed.clear()
    for (const one of listed.values())
      if (one.latest === undefined || one.rfq.structure.legs.some(({ instrument }) => legs.has(instrument.id))) publish(one)
  }
  const pace = createPace(clock, VENUE_BBO_EVERY_MS, () => {
    round().catch((error: unknown) => {
      isListKnown = false
      log.error({ error }, 'Could not read the listed spreads for subscribers')
    })
  })
  needs.marketData.onMarks((_venue, ids) => {
    for (const id of ids) changed.add(id)
    if (readers.size > 0 || everybody.size > 0) pace.ask()
  })
  onListing(() => {
    isListKnown = false
    pace.ask()
  })

  return {
    kind: 'stream',
    pattern: 'venue_bbo.{strategy_id}',
    async open(_caller, { strategy_id: id = '' }, push) {
      const own: Push = (data) => push(data)
      if (isAny(id)) {
        if (!isListKnown) await refresh()
        everybody.add(own)
        for (const { latest } of listed.values()) if (latest !== undefined) push(latest)
        pace.ask()
        return () => void everybody.delete(own)
      }
      const strategy = await find(id)
      if (strategy === undefined) return refuse('NotFound', '17.1', 'No strategy has this id.', 'channel')
      readers.set(id, (readers.get(id) ?? new Set()).add(own))
      push(presentVenueBbo(strategy, needs))
      return () => {
        const left = readers.get(id)
        left?.delete(own)
        if (left?.size === 0) readers.delete(id)
      }
    },
    thingOf: (data) => (data as VenueBboView).id,
  }
}

/** The view without the time of its marks. */
const unstamped = (view: VenueBboView | undefined): object | undefined => view && { ...view, last_updated: undefined }

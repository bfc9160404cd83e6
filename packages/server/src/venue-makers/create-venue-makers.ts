/**
 * RFQs whose taker also asks the venue's own makers (rulebook 15). It follows the market's decisions, maintains an RFQ at the venue in parallel with
 * ours, and shows its quotes only to the taker's desk.
 */
import { type DeskId, type Rfq, type RfqId, type ShardEvent, type TradeId, type VenueCode } from '@parley/core'
import type { VenueQuotesView } from '@parley/contracts'
import type { Venue, VenueCredentials, VenueRfqListener } from '@parley/venues'
import type { Sql } from '../database/sql.ts'
import { systemTimers, type Timers } from '../engine/timers.ts'
import type { Log } from '../log/log.ts'
import type { VenueKeys } from '../settlement/venue-keys.ts'
import type { MarketEngine, PublishedDecision } from '../shards/market-engine.ts'
import { nothingQuoted, quotedSides, type QuotedSides } from './at-venue.ts'
import { presentVenueQuotes } from './present.ts'
import { WatchedRfq } from './watched-rfq.ts'

export type VenueMakersNeeds = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly venueKeys: VenueKeys
  readonly now: () => number
  readonly log: Log
  readonly timers?: Timers
}

/** The quotes that a taker can currently cross. */
export type Takeable = QuotedSides & { readonly venueRfqId: string; readonly quantity: Rfq['quantity'] }

export interface VenueQuotes {
  /** For the taker's desk; undefined if the RFQ was not sent to the venue, or belongs to another desk. */
  view(desk: DeskId, rfqId: string): VenueQuotesView | undefined
  takeable(rfqId: string): Takeable | undefined
  /** Pushes every change to the taker's desk, the first immediately. Undefined as above. */
  join(desk: DeskId, rfqId: string, push: (view: VenueQuotesView) => void): (() => void) | undefined
}

export type OpenedVenueMakers = VenueQuotes & { close(): Promise<void> }

type Watch = { readonly key: string; readonly rfqs: Set<WatchedRfq>; readonly stop: () => void }

export async function openVenueMakers({ timers = systemTimers, ...needs }: VenueMakersNeeds): Promise<OpenedVenueMakers> {
  const service = new Service({ ...needs, timers })
  for (const { rfq, dealing } of await readOpenRequests(needs.sql)) service.begin(rfq, dealing)
  return service
}

/** After a start: the open RFQs that were also sent to their venue's makers, and the trades that the venue has not answered. */
async function readOpenRequests(sql: Sql): Promise<readonly { readonly rfq: Rfq; readonly dealing: TradeId | undefined }[]> {
  const rfqs = await sql<{ body: Rfq }[]>`
    select body from rfq where audience = 'DIRECT' and state = 'OPEN' and body -> 'alsoAsksVenue' = 'true'::jsonb order by id`
  const trades = await sql<{ rfq_id: RfqId; trade_id: TradeId }[]>`
    select rfq_id, trade_id from settlement where route = 'VENUE_RFQ' and state <> 'DONE'`
  const dealing = new Map(trades.map(({ rfq_id, trade_id }) => [rfq_id, trade_id]))
  return rfqs.map(({ body }) => ({ rfq: body, dealing: dealing.get(body.id) }))
}

class Service implements OpenedVenueMakers {
  readonly #needs: VenueMakersNeeds & { readonly timers: Timers }
  readonly #rfqs = new Map<RfqId, { readonly watched: WatchedRfq; readonly watch: Watch }>()
  /** RFQs that cannot be sent to the venue, with the reason. */
  readonly #refused = new Map<RfqId, { readonly rfq: Rfq; readonly message: string }>()
  readonly #watches = new Map<string, Watch>()
  readonly #readers = new Map<RfqId, Set<() => void>>()
  readonly #unsubscribe: () => void

  constructor(needs: VenueMakersNeeds & { readonly timers: Timers }) {
    this.#needs = needs
    this.#unsubscribe = needs.engine.onDecided((decisions) => decisions.forEach((one) => this.#follow(one)))
  }

  view(desk: DeskId, rfqId: string): VenueQuotesView | undefined {
    const { now } = this.#needs
    const found = this.#rfqs.get(rfqId as RfqId)
    const refused = this.#refused.get(rfqId as RfqId)
    const rfq = found?.watched.rfq ?? refused?.rfq
    if (rfq === undefined || rfq.creator.desk !== desk) return undefined
    return found === undefined
      ? presentVenueQuotes(rfq, { state: 'REFUSED', message: refused!.message }, now())
      : presentVenueQuotes(rfq, found.watched.state, now())
  }

  takeable(rfqId: string): Takeable | undefined {
    const state = this.#rfqs.get(rfqId as RfqId)?.watched.state
    if (state?.state !== 'ASKED') return undefined
    const { atVenue, quantity } = state
    const isOpen = atVenue.state === 'OPEN' && atVenue.expiresAt > this.#needs.now()
    return { venueRfqId: atVenue.id, quantity, ...(isOpen ? quotedSides(atVenue, quantity) : nothingQuoted) }
  }

  join(desk: DeskId, rfqId: string, push: (view: VenueQuotesView) => void): (() => void) | undefined {
    const id = rfqId as RfqId
    const publish = (): void => {
      const view = this.view(desk, id)
      if (view !== undefined) push(view)
    }
    if (this.view(desk, id) === undefined) return undefined
    const readers = this.#readers.get(id) ?? new Set()
    this.#readers.set(id, readers.add(publish))
    publish()
    return () => {
      readers.delete(publish)
      if (readers.size === 0) this.#readers.delete(id)
    }
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    for (const { stop } of this.#watches.values()) stop()
    await Promise.all([...this.#rfqs.values()].map(({ watched }) => watched.close()))
  }

  #follow({ events, changes }: PublishedDecision): void {
    for (const [place, change] of changes.entries()) {
      if (change?.rfq.alsoAsksVenue !== true || change.rfq.state === 'DRAFT') continue
      const event = events[place]!
      const known = this.#rfqs.get(change.rfq.id)
      if (known === undefined) this.begin(change.rfq, undefined)
      else known.watched.moved(change.rfq, venueTradeIn(event))
      if (change.rfq.state === 'CLOSED') this.#refused.delete(change.rfq.id)
    }
  }

  begin(rfq: Rfq, dealing: TradeId | undefined): void {
    if (rfq.state !== 'OPEN' || this.#rfqs.has(rfq.id)) return
    const { venues, venueKeys, now, log, timers } = this.#needs
    const makers = venues.get(rfq.venue)?.venueMakers
    const taker = venueKeys({ venue: rfq.venue, desk: rfq.creator.desk, account: rfq.account ?? '', agreedAt: now() })
    if (makers === undefined || taker === undefined) {
      const message =
        makers === undefined ? 'This server is not connected to the makers of the venue.' : 'The account of the RFQ has been removed.'
      this.#refused.set(rfq.id, { rfq, message })
      return
    }
    const watch = this.#watchOf(rfq.venue, taker, makers.watch)
    const onChanged = (): void => this.#changed(rfq.id)
    const watched: WatchedRfq = new WatchedRfq(rfq, { makers, taker, timers, now, log, onChanged }, dealing)
    watch.rfqs.add(watched)
    this.#rfqs.set(rfq.id, { watched, watch })
  }

  #changed(id: RfqId): void {
    for (const publish of this.#readers.get(id) ?? []) publish()
    const known = this.#rfqs.get(id)
    if (known?.watched.isDone !== true) return
    this.#rfqs.delete(id)
    known.watch.rfqs.delete(known.watched)
    if (known.watch.rfqs.size > 0) return
    known.watch.stop()
    this.#watches.delete(known.watch.key)
  }

  /** One connection for each account, however many of its RFQs are open. */
  #watchOf(venue: VenueCode, taker: VenueCredentials, watch: (taker: VenueCredentials, listener: VenueRfqListener) => () => void): Watch {
    const key = JSON.stringify([venue, taker.clientId, taker.clientSecret])
    const known = this.#watches.get(key)
    if (known !== undefined) return known
    const rfqs = new Set<WatchedRfq>()
    const stop = watch(taker, {
      onRfq: (rfq) => rfqs.forEach((one) => one.showAtVenue(rfq)),
      onAll: (open) => rfqs.forEach((one) => one.showAllAtVenue(open)),
      onLost: (reason) => {
        this.#needs.log.warn({ venue, reason }, "Currently not reading the quotes of a venue's own makers")
        rfqs.forEach((one) => one.lost())
      },
    })
    const made = { key, rfqs, stop }
    this.#watches.set(key, made)
    return made
  }
}

/** A trade with the venue's makers that has begun, or that the venue has answered. */
function venueTradeIn(event: ShardEvent): { readonly began?: TradeId; readonly ended?: TradeId } {
  if (event.kind === 'TradeAgreed' && event.trade.venueRfqId !== undefined) return { began: event.trade.id }
  return event.kind === 'TradeSettled' || event.kind === 'TradeRejected' ? { ended: event.tradeId } : {}
}

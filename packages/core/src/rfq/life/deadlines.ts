/** The next deadline of an RFQ, and the command that is due then. */
import { addDeadline, removeSoonest } from '../../deadlines.ts'
import type { Instant } from '../../ids.ts'
import { nextBookingDue } from './booking-deadline.ts'
import type { RfqCommand } from '../model/commands.ts'
import { EXPIRIES_LEFT } from '../model/limits.ts'
import { marketModelOf, type LiveRfq } from '../model/live-rfq.ts'
import type { Rfq } from '../model/rfq.ts'
import type { Rfqs } from '../model/rfqs.ts'

type LifeDue = { readonly at: number; readonly kind: 'ExpireRfq' | 'ExpireOrders' }
type Due = LifeDue | { readonly at: number; readonly kind: 'RemindOfBooking' | 'ExpireBooking' }

const never: LifeDue = { at: Infinity, kind: 'ExpireRfq' }

/** The earliest of its own deadline and the deadlines of the trades that its desks have to book. */
export function deadlineOf(live: LiveRfq): Due {
  const life = lifeDeadlineOf(live)
  const booking = nextBookingDue(live)
  return booking !== undefined && booking.at < life.at ? { at: booking.at, kind: booking.kind } : life
}

export function lifeDeadlineOf({ rfq, orders }: LiveRfq): LifeDue {
  if (rfq.state !== 'OPEN' || rfq.ending !== undefined) return never
  const { life } = marketModelOf(rfq)
  const expiry = rfq.expiresAt ?? Infinity
  if (life.until === 'FIXED') return { at: expiry, kind: 'ExpireRfq' }
  let soonest = Infinity
  // All desks can see whether it has ended, so nothing hidden may keep it open (rulebook 10.5, 10.11).
  let isIdle = true
  for (const order of orders.values()) {
    if (order.state !== 'OPEN') continue
    if (!order.isHidden) isIdle = false
    if (order.expiresAt !== undefined && order.expiresAt < soonest) soonest = order.expiresAt
  }
  const end = Math.min(expiry, isIdle ? rfq.lastActivityAt + life.idleMs : Infinity)
  return soonest < end ? { at: soonest, kind: 'ExpireOrders' } : { at: end, kind: 'ExpireRfq' }
}

/** The time at which the RFQ ends as idle if nothing more happens in it. */
export function idleFrom(rfq: Rfq, at: number): number {
  const { life } = marketModelOf(rfq)
  return life.until === 'FIXED' ? Infinity : at + life.idleMs
}

/** Must be called whenever the deadline of the RFQ may have become earlier; `by` must not be later than that deadline. */
export function schedule(rfqs: Rfqs, live: LiveRfq, by: number): void {
  if (by >= live.scheduledAt) return
  live.scheduledAt = by
  addDeadline(rfqs.deadlines, { at: by as Instant, id: live.rfq.id })
}

/** The soonest live entry. Stale entries are removed or rescheduled on the way, which has no visible effect. */
function soonest(rfqs: Rfqs): { readonly at: number; readonly command: RfqCommand } | undefined {
  for (;;) {
    const entry = rfqs.deadlines[0]
    if (entry === undefined) return undefined
    const live = rfqs.live.get(entry.id)
    if (live?.scheduledAt !== entry.at) {
      removeSoonest(rfqs.deadlines)
      continue
    }
    const { at, kind } = deadlineOf(live)
    if (at <= entry.at) return { at: entry.at, command: { kind, id: entry.id } }
    removeSoonest(rfqs.deadlines)
    live.scheduledAt = Infinity
    schedule(rfqs, live, at)
  }
}

/** Most RFQs close early, so the queue is rebuilt once stale entries outnumber live ones. */
export function tidyDeadlines(rfqs: Rfqs): void {
  if (rfqs.deadlines.length <= 2 * rfqs.live.size + EXPIRIES_LEFT) return
  const living = rfqs.deadlines.filter(({ id, at }) => rfqs.live.get(id)?.scheduledAt === at)
  rfqs.deadlines.length = 0
  for (const entry of living) addDeadline(rfqs.deadlines, entry)
}

/** Rulebook 4.8, 10.4, 10.5: the command for the first RFQ that is due. */
export function dueRfq(rfqs: Rfqs, now: Instant): RfqCommand | undefined {
  // No entry is later than its deadline, so that most of the time no book has to be searched for its soonest order.
  const [first] = rfqs.deadlines
  if (first === undefined || first.at > now) return undefined
  const next = soonest(rfqs)
  return next === undefined || next.at > now ? undefined : next.command
}

export const nextRfqDeadline = (rfqs: Rfqs): Instant | undefined => soonest(rfqs)?.at as Instant | undefined

/** A copy of a shard's RFQs, separate from the running ones, to find out what a second quote would match once the first one is placed. */
import { ForkedBook } from '../../book/forked-book.ts'
import type { DeskId, RfqId } from '../../ids.ts'
import type { LiveRfq } from './live-rfq.ts'
import { Overlay } from './overlay.ts'
import type { Rfqs } from './rfqs.ts'

/**
 * Only the desk's orders in this RFQ can be placed and replaced in the fork. Nothing else may happen in it, because everything else belongs to the
 * running shard.
 */
export function forkOf(rfqs: Rfqs, id: RfqId, desk: DeskId): Rfqs {
  const live = new Overlay(rfqs.live)
  const desks = new Overlay(rfqs.desks)
  const [forked, open] = [rfqs.live.get(id), rfqs.desks.get(desk)]
  if (forked !== undefined) live.set(id, forkOfLive(forked, desk))
  if (open !== undefined) desks.set(desk, { ...open, entered: [...open.entered] })
  return { ...rfqs, live, desks, byNumber: new Overlay(rfqs.byNumber), clientOrderIds: new Overlay(rfqs.clientOrderIds), deadlines: [] }
}

function forkOfLive(live: LiveRfq, desk: DeskId): LiveRfq {
  const { orders, sharedBook } = live
  if (sharedBook === undefined) return { ...live, orders: orders.fork() }
  const byDesk = new Overlay(sharedBook.byDesk)
  const own = byDesk.get(desk)
  if (own !== undefined) byDesk.set(desk, new Set(own))
  return { ...live, orders: orders.fork(), sharedBook: { orders: new ForkedBook(sharedBook.orders), byDesk } }
}

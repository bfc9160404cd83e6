/** A shard's RFQs apart from the running ones, for the question of what a second quote would meet once a first one stands. */
import { ForkedBook } from '../../book/forked-book.ts'
import type { DeskId, RfqId } from '../../ids.ts'
import type { LiveRfq } from './live-rfq.ts'
import { Overlay } from './overlay.ts'
import type { Rfqs } from './rfqs.ts'

/** The desk's orders in this RFQ may be placed and replaced in the fork, and nothing else may happen there: all the rest is the running shard's. */
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

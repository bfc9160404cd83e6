/**
 * Order books maintained from the socket, with changes applied in order: the makers' quotes in a taker's RFQs, and all quotes of the order books,
 * with the desk's own marked. `verify` compares a book with the state over REST and requests a new list if they differ, so a program can check that a
 * book is right.
 */
import type { Client, Socket } from '../transport/client.ts'
import { limits } from '../transport/limits.ts'
import { bookOf, losesItsPlace, type Book, type Level } from '../model/book.ts'
import { ORDER_BOOK_BASE } from '../model/command.ts'
import type { Order } from '../model/order.ts'
import { getLevels } from '../model/rfq-commands.ts'
import type { RfqRef } from '../model/rfq.ts'
import { watchLevels, watchOrders, type ModelChange } from '../model/watch.ts'

export interface Books {
  /** Whether the first lists have arrived. */
  isWhole(): boolean
  /** The quotes that are visible to the desk, best first. Its own hidden quotes are not included. */
  of(rfq: RfqRef): Book
  /** Called with the RFQ whose book has changed, or with undefined if all of them have. */
  onChange(listener: (rfqId: string | undefined) => void): () => void
  /** SAME: the book agrees with the server. REPAIRED: it did not, and was read again. */
  verify(rfq: RfqRef): Promise<'SAME' | 'REPAIRED'>
  close(): void
}

type Entry = Level | Order
/** Entries by RFQ and id, in the order of their time. */
type Shelf<T extends Entry> = Map<string, Map<string, T>>

export function keepBooks(client: Client, sockets: readonly Socket[]): Books {
  const levels: Shelf<Level> = new Map()
  const own: Shelf<Order> = new Map()
  const listeners = new Set<(rfqId: string | undefined) => void>()
  const waiting = new Set<(audience: string) => void>()
  // Each socket has one list of each kind. A second list of orders, in `/v1/grfq`, is for orders that never rest.
  const lacking = new Set(sockets.flatMap(({ door }) => [`levels ${audienceAt(door)}`, `own ${audienceAt(door)}`]))

  const announce = (rfqId: string | undefined): void => [...listeners].forEach((listener) => listener(rfqId))
  const subscription = watchLevels(
    sockets,
    (change) => {
      keep(levels, change)
      announce(change.event === 'SNAPSHOT' ? undefined : change.data.rfqId)
      if (change.event !== 'SNAPSHOT') return
      lacking.delete(`levels ${change.audience}`)
      for (const done of [...waiting]) done(change.audience)
    },
    { resume: true },
  )
  const orders = watchOrders(
    sockets,
    (change) => {
      keep(own, change)
      if (change.event === 'SNAPSHOT') lacking.delete(`own ${change.audience}`)
    },
    { resume: true },
  )
  const shownIn = (rfqId: string): readonly Level[] => [...(levels.get(rfqId)?.values() ?? [])]
  const nextList = (audience: string): Promise<void> =>
    new Promise((resolve) => {
      const done = (listed: string): void => {
        if (listed !== audience) return
        waiting.delete(done)
        resolve()
      }
      waiting.add(done)
    })

  return {
    isWhole: () => lacking.size === 0,
    of: (rfq) => {
      const shown = levels.get(rfq.id)
      return bookOf(
        rfq,
        shownIn(rfq.id),
        [...(own.get(rfq.id)?.values() ?? [])].filter(({ id }) => shown?.has(id)),
      )
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    verify: async (rfq) => {
      const agrees = await doesAgree(client, rfq, baseOf(sockets), () => (lacking.size === 0 ? shownIn(rfq.id) : undefined))
      if (agrees) return 'SAME'
      const whole = nextList(rfq.audience)
      subscription.refresh()
      await whole
      return 'REPAIRED'
    },
    close: () => {
      for (const one of [subscription, orders]) one.unsubscribe()
      listeners.clear()
      waiting.clear()
    },
  }
}

const audienceAt = (door: Socket['door']): string => (door === '/v2/drfq' ? 'DIRECT' : 'ORDER_BOOK')
const baseOf = (sockets: readonly Socket[]) =>
  sockets.map(({ door }) => door).find((door) => door === '/v1/ob' || door === '/v1/grfq') ?? ORDER_BOOK_BASE

function keep<T extends Entry>(shelf: Shelf<T>, change: ModelChange<T>): void {
  if (change.event === 'SNAPSHOT') {
    const gone = new Set(change.gone)
    for (const [rfqId, kept] of shelf) for (const id of kept.keys()) if (gone.has(id)) forget(shelf, rfqId, id)
    for (const one of change.data) forget(shelf, one.rfqId, one.id)
    for (const one of change.data) put(shelf, one)
  } else if (change.event === 'REMOVED') forget(shelf, change.data.rfqId, change.data.id)
  else put(shelf, change.data)
}

function put<T extends Entry>(shelf: Shelf<T>, one: T): void {
  const kept = shelf.get(one.rfqId) ?? new Map<string, T>()
  const before = kept.get(one.id)
  if (before !== undefined && losesItsPlace(restOf(before), restOf(one))) kept.delete(one.id)
  kept.set(one.id, one)
  shelf.set(one.rfqId, kept)
}

function forget<T extends Entry>(shelf: Shelf<T>, rfqId: string, id: string): void {
  const kept = shelf.get(rfqId)
  kept?.delete(id)
  if (kept?.size === 0) shelf.delete(rfqId)
}

const restOf = (one: Entry) => ({ price: one.price, quantity: 'resting' in one ? one.resting : one.quantity })

type Base = ReturnType<typeof baseOf>

/** The response may be slightly older or newer than the socket, so only a difference that persists counts. */
async function doesAgree(client: Client, rfq: RfqRef, base: Base, here: () => readonly Level[] | undefined): Promise<boolean> {
  for (let reads = 0; reads < limits.verifyReads; reads += 1) {
    if (reads > 0) await new Promise((resolve) => setTimeout(resolve, limits.verifyPauseMs))
    const there = await getLevels(rfq, base).send(client)
    const kept = here()
    if (kept !== undefined && textOf(there) === textOf(kept)) return true
  }
  return false
}

/** The same text for the same quotes, in any order. */
const textOf = (levels: readonly Level[]): string =>
  levels
    .map(({ id, side, price, quantity }) => `${id} ${side} ${price} ${quantity}`)
    .sort()
    .join('\n')

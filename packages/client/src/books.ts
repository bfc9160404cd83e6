/**
 * Books kept from the socket, each change in its order: the makers' quotes of a taker's RFQs, and the quotes of the order-book markets.
 * `verify` compares one with what REST says of it and asks for a new list where they differ: a book can prove that it is right.
 */
import {
  directRfqCalls,
  grfqCalls,
  obCalls,
  type BookQuoteView,
  type GroupBookView,
  type RfqBookView,
  type RfqOrderView,
} from '@parley/contracts'
import type { Client, GroupData, Socket, Subscription } from './client.ts'
import { compareDecimals } from './decimal.ts'
import { limits } from './limits.ts'

export type Level<Id extends string | number> = {
  readonly id: Id
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  /** What still rests. */
  readonly quantity: string
  readonly createdAt: number
  /** The maker, where it may be known. */
  readonly deskName: string | null
}
/** Best first; at the same price the older first. */
export type Book<Id extends string | number> = { readonly bids: readonly Level<Id>[]; readonly asks: readonly Level<Id>[] }

export interface Books<Id extends string | number> {
  /** Whether the first list has come. */
  isWhole(): boolean
  of(rfqId: Id): Book<Id>
  /** Hears whose book has changed; undefined for all of them. */
  onChange(listener: (rfqId: Id | undefined) => void): () => void
  /** SAME: agrees with the server. REPAIRED: it did not, and has been read anew. */
  verify(rfqId: Id): Promise<'SAME' | 'REPAIRED'>
  close(): void
}

type Change<Id> = { readonly rfqId: Id; readonly id: Id; readonly level: Level<Id & (string | number)> | undefined }
type Feed<Id extends string | number> = {
  readonly listen: (hear: (changes: readonly Change<Id>[], isList: boolean) => void) => Subscription
  readonly read: (rfqId: Id) => Promise<readonly Level<Id>[]>
}

/** The makers' quotes in your desk's RFQs. The socket is one of the direct flow. */
export const directBooks = (client: Client, socket: Socket): Books<string> =>
  createBooks<string>({
    listen: (hear) =>
      socket.subscribe<RfqOrderView>(
        'rfq_orders',
        ({ event, data }) => {
          if (event === 'SNAPSHOT')
            return hear(
              data.map((order) => ({ rfqId: order.rfq_id, id: order.id, level: ofOrder(order) })),
              true,
            )
          hear([{ rfqId: data.rfq_id, id: data.id, level: event === 'REMOVED' ? undefined : ofOrder(data) }], false)
        },
        { snapshot: true, resume: true },
      ),
    read: async (id) => {
      const { bids, asks }: RfqBookView = await client.call(directRfqCalls.getRfqOrders, { params: { id } })
      return [...bids, ...asks].map(ofOrder)
    },
  })

/** Every market of the order-book flow. The socket is one of the door that is named. */
export const marketBooks = (client: Client, socket: Socket, door: '/v1/ob' | '/v1/grfq' = '/v1/ob'): Books<number> =>
  createBooks<number>({
    listen: (hear) =>
      socket.subscribe<GroupData['quote_book']>(
        'quote_book',
        ({ event, data }) => hear((event === 'SNAPSHOT' ? data : [data]).map(changeOf), event === 'SNAPSHOT'),
        { snapshot: true, resume: true },
      ),
    read: async (id) => {
      const call = door === '/v1/ob' ? obCalls.getRfqQuotes : grfqCalls.getRfqQuotes
      const { bids, asks }: GroupBookView = await client.call(call, { params: { id } })
      return [...bids, ...asks].map(ofQuote)
    },
  })

const ofOrder = ({ id, side, price, quantity, created_at: createdAt, desk_name: deskName }: RfqOrderView): Level<string> => ({
  ...{ id, side, price, quantity, createdAt, deskName },
})
const ofQuote = ({ id, side, price, remaining_quantity: quantity, created: createdAt }: BookQuoteView): Level<number> => ({
  ...{ id, side, price, quantity, createdAt, deskName: null },
})
const changeOf = ({ kind, quote }: GroupData['quote_book']): Change<number> => ({
  rfqId: quote.rfq_id,
  id: quote.id,
  level: kind === 'REMOVED' ? undefined : ofQuote(quote),
})

function createBooks<Id extends string | number>({ listen, read }: Feed<Id>): Books<Id> {
  const books = new Map<Id, Map<Id, Level<Id>>>()
  const listeners = new Set<(rfqId: Id | undefined) => void>()
  let hasList = false
  let onList: (() => void)[] = []
  const subscription = listen((changes, isList) => {
    if (isList) books.clear()
    for (const { rfqId, id, level } of changes) {
      const book = books.get(rfqId) ?? new Map<Id, Level<Id>>()
      if (level === undefined) book.delete(id)
      else book.set(id, level)
      if (book.size === 0) books.delete(rfqId)
      else books.set(rfqId, book)
    }
    hasList ||= isList
    for (const rfqId of isList ? [undefined] : new Set(changes.map((each) => each.rfqId))) for (const tell of [...listeners]) tell(rfqId)
    if (isList) for (const done of onList.splice(0)) done()
  })
  const levels = (rfqId: Id): readonly Level<Id>[] => [...(books.get(rfqId)?.values() ?? [])]

  async function verify(rfqId: Id): Promise<'SAME' | 'REPAIRED'> {
    // What the server says is a moment older or newer than what was heard: only a difference that stays is one.
    for (let reads = 0; reads < limits.verifyReads; reads += 1) {
      if (reads > 0) await new Promise((resolve) => setTimeout(resolve, limits.verifyPauseMs))
      if (hasList && textOf(await read(rfqId)) === textOf(levels(rfqId))) return 'SAME'
    }
    const whole = new Promise<void>((resolve) => onList.push(resolve))
    subscription.refresh()
    await whole
    return 'REPAIRED'
  }

  return {
    isWhole: () => hasList,
    of: (rfqId) => ({
      bids: sideOf(levels(rfqId), 'BUY').sort((a, b) => compareDecimals(b.price, a.price) || byAge(a, b)),
      asks: sideOf(levels(rfqId), 'SELL').sort((a, b) => compareDecimals(a.price, b.price) || byAge(a, b)),
    }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    verify,
    close: () => {
      subscription.unsubscribe()
      listeners.clear()
      onList = []
    },
  }
}

const sideOf = <Id extends string | number>(levels: readonly Level<Id>[], side: 'BUY' | 'SELL'): Level<Id>[] =>
  levels.filter((level) => level.side === side)
const byAge = (a: Level<string | number>, b: Level<string | number>): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/** The same text for the same quotes, in whatever order they stand. */
const textOf = (levels: readonly Level<string | number>[]): string =>
  levels
    .map(({ id, side, price, quantity }) => `${id} ${side} ${price} ${quantity}`)
    .sort()
    .join('\n')

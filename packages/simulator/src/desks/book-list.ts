/** The order-book markets that are open, as a desk's own socket tells. */
import type { Socket } from '@parley/client'
import type { GroupRfqView } from '@parley/contracts'

type Told = { readonly kind: 'ADDED' | 'UPDATED' | 'REMOVED'; readonly rfq: GroupRfqView }
export type Books = ReadonlyMap<number, GroupRfqView>

/** `hear` is given all that are open, the newest last, at first and whenever one comes or goes. */
export function watchBooks(socket: Socket, hear: (books: Books) => void, onProblem: (error: unknown) => void): void {
  const books = new Map<number, GroupRfqView>()
  socket.subscribe<Told>(
    'rfq',
    ({ event, data }) => {
      if (event === 'SNAPSHOT') {
        books.clear()
        for (const { rfq } of [...data].sort((a, b) => a.rfq.created - b.rfq.created)) books.set(rfq.id, rfq)
      } else if (data.kind === 'REMOVED') books.delete(data.rfq.id)
      else if (data.kind === 'ADDED') books.set(data.rfq.id, data.rfq)
      else return
      hear(books)
    },
    { snapshot: true, onRefused: (message) => onProblem(new Error(message)) },
  )
}

/** A leg of a market as the direct flow tells it, so that both are read in one way. */
export const asRfqLegs = ({ legs }: GroupRfqView) =>
  legs.map(({ instrument_id, instrument, product_code, ratio, side, price }) => ({
    instrument_id,
    instrument_name: instrument,
    product_code,
    ratio,
    quantity: ratio,
    side,
    price: price ?? null,
  }))

/** The order-book markets that are open, as a desk's own socket tells. */
import type { Socket } from '@parley/client'
import type { GroupRfqView } from '@parley/contracts'
import type { LegTerms } from './from-wire.ts'

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

/** In this flow only a hedge has a price at all. */
export const termsOf = ({ legs }: GroupRfqView): readonly LegTerms[] =>
  legs.map(({ instrument_id, ratio, side, price }) => ({ instrument_id, ratio, side, price: price ?? null }))

/** The smallest possible market: it counts its commands, so that a benchmark measures the engine around the rules. */
import type { Instant } from '@parley/core'
import type { Machine, Projector } from '@parley/server'

export type Tally = { count: number; sum: number }
export type TallyCommand = {
  readonly kind: 'Quote'
  readonly actor: { readonly desk: string; readonly user: string; readonly via: string }
  readonly price: number
}
/** As large as an order's event: about 300 bytes in the journal. */
export type TallyEvent = {
  readonly kind: 'Quoted'
  readonly id: string
  readonly order: Readonly<Record<string, string | number>>
  readonly at: Instant
}

export const quote = (price: number): TallyCommand => ({ kind: 'Quote', actor: { desk: 'KEST', user: 'key_1', via: 'key_1' }, price })

export const tally: Machine<Tally, TallyCommand, TallyEvent, undefined> = {
  initial: () => ({ count: 0, sum: 0 }),
  decide: ({ count }, { actor, price }, at) => [
    {
      kind: 'Quoted',
      id: 'r_0ERXZGLniO5wBR95i34mB1ZlArc',
      order: {
        id: `o_${count}`,
        desk: actor.desk,
        side: 'SELL',
        type: 'LIMIT',
        timeInForce: 'GOOD_TILL_CANCELED',
        price,
        quantity: 25_000_000,
        filled: 0,
        pending: 0,
        state: 'OPEN',
        account: 'kest-main',
        priority: count,
      },
      at,
    },
  ],
  evolve(state, { order }) {
    state.count += 1
    state.sum += order['price'] as number
    return undefined
  },
  due: () => undefined,
  nextDeadline: () => undefined,
  snapshot: ({ count, sum }) => ({ count, sum }),
  restore: (snapshot) => ({ ...(snapshot as Tally) }),
}

/** It has no readers and publishes nothing. */
export const unpublished: Projector<TallyEvent, undefined, never> = {
  project: () => ({ rows: [], notifications: [] }),
  parts: () => [],
}

export type QuoteRow = { readonly id: string; readonly price: number }

/** A row of a read model and a notification for one desk, for every quote. */
export const published: Projector<TallyEvent, undefined, QuoteRow> = {
  project: ({ events }) => ({
    rows: events.map(({ order }) => ({ id: String(order['id']), price: Number(order['price']) })),
    notifications: events.map(({ order }) => ({ audience: 'desk:ORRY', channel: 'rfq_orders', event: 'ADDED', data: order })),
  }),
  parts: (sql, rows) => [
    sql`
      insert into bench_quote (id, price) select id, price from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as quote (id text, price bigint)
      on conflict (id) do update set price = excluded.price`,
  ],
}

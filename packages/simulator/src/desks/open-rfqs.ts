/** The open RFQs of every kind, according to the desk's own sockets. */
import { watchRfqs, type Audience, type Rfq, type Socket, type Subscription } from '@parley/client'

export type OpenRfqs = ReadonlyMap<string, Rfq>

export type OpenRfqsListener = {
  /** Reports all open RFQs of the kind, newest last: at first, and whenever one opens or closes. */
  readonly onChange: (audience: Audience, open: OpenRfqs) => void
  readonly onProblem: (error: unknown) => void
}

export function watchOpenRfqs(sockets: readonly Socket[], { onChange, onProblem }: OpenRfqsListener): Subscription {
  const open: Record<Audience, Map<string, Rfq>> = { DIRECT: new Map(), ORDER_BOOK: new Map() }
  return watchRfqs(
    sockets,
    (change) => {
      const here = open[change.audience]
      if (change.event === 'SNAPSHOT') {
        here.clear()
        for (const rfq of change.data.toSorted((a, b) => a.createdAt - b.createdAt)) if (rfq.state === 'OPEN') here.set(rfq.id, rfq)
      } else {
        const { data: rfq } = change
        if ((rfq.state === 'OPEN') === here.has(rfq.id)) return
        if (rfq.state === 'OPEN') here.set(rfq.id, rfq)
        else here.delete(rfq.id)
      }
      onChange(change.audience, here)
    },
    { onRefused: (message) => onProblem(new Error(message)) },
  )
}

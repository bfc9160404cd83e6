/** Searches the notifications for secrets: they must not name anything that their reader must not know. */
import type { Rfq } from '@parley/core'
import type { NotificationRow } from '../../src/engine/journal.ts'
import { outbox } from '../../src/api/dialects/grfq/messages.ts'
import { tapeIdOf } from '../../src/rfq/tape-id.ts'
import { PROTECTION_CHANNEL } from '../../src/protection/projector.ts'
import { REFUSED_FILL_CHANNEL } from '../../src/protection/refused-fills.ts'
import { must } from './checks.ts'
import { accountOf, DESKS, labelOf } from './desks.ts'
import { mayBePublished, type OwnAsPublished } from './published-state.ts'
import type { Tables } from './tables.ts'

/** Rulebook 8.2 to 8.7. */
export function checkSecrets(notifications: readonly NotificationRow[], tables: Tables, own: OwnAsPublished): void {
  const { rfqs, orders, trades } = tables
  const onTape = new Map([...trades.values()].map(({ rfqId, trade }) => [tapeIdOf(trade), { rfqId, trade }]))
  for (const notification of notifications) {
    const { audience, channel, data } = notification
    if (isOfBooks(channel)) {
      checkBookSecrets(notification, tables, own)
      continue
    }
    if (channel === REFUSED_FILL_CHANNEL) {
      const { order_id: id } = JSON.parse(data) as { readonly order_id: string | number }
      const owner = typeof id === 'number' ? tables.quotes.get(id)?.quote : orders.get(id)?.order
      must(audience === `desk:${owner?.actor.desk}`, "a refused fill is told to another desk than the limit's (11.10)", { audience, data })
      must(!DESKS.some((desk) => data.includes(`"${desk}`)), 'a refused fill names a desk (11.10)', data)
      continue
    }
    if (channel === PROTECTION_CHANNEL) {
      must(!DESKS.some((desk) => data.includes(`"${desk}`)), 'a protection names a desk (11.1)', data)
      continue
    }
    const published = JSON.parse(data) as { readonly id: string; readonly rfq_id?: string }
    const has = (text: string) => data.includes(`"${text}"`)
    if (audience === 'everybody') {
      const row = onTape.get(published.id)
      must(row !== undefined && !DESKS.some((desk) => has(desk) || has(accountOf(desk))), 'the tape names a desk (8.7)', data)
      const { rfqId, trade } = row!
      const within = [rfqId, trade.takerOrder, trade.makerOrder].map((id) => id.slice(2))
      must(!within.some((id) => data.includes(id)), 'the tape leads to a request (8.7)', data)
      continue
    }
    const viewer = audience.slice('desk:'.length)
    const rfq: Rfq | undefined = rfqs.get(published.rfq_id ?? published.id)
    must(rfq !== undefined, 'a message is about nothing', data)
    const { creator, makers, isTakerAnonymous } = rfq!
    must(viewer === creator.desk || makers.some((desk) => desk === viewer), 'a desk is told of what it was not asked (8.6)', {
      audience,
      data,
    })
    const placed = orders.get(published.id)?.order
    if (placed !== undefined && placed.actor.desk !== viewer) {
      must(
        channel === 'rfq_orders' && mayBePublished(own, notification),
        "another's order is told whole, or of a hidden one more than that it leaves as it stood (8.2)",
        { audience, data },
      )
      must(viewer === creator.desk || placed.kind === 'CROSS', "a maker is told of another maker's order (8.3)", { audience, data })
    }
    if (viewer === creator.desk) continue
    must(!isTakerAnonymous || !has(creator.desk), 'a maker is told who asks (8.5)', { audience, data })
    must(!has(accountOf(creator.desk)) && !has(`label-of-${creator.desk}`), "a maker is told the taker's account or label (8.5)", {
      audience,
      data,
    })
    must(!makers.some((desk) => desk !== viewer && has(desk)), 'a maker is told of another maker (8.3)', { audience, data })
  }
}

const channelsOfBooks: ReadonlySet<string> = new Set(
  Object.values(outbox).flatMap((name) => (typeof name === 'string' ? name : Object.values(name))),
)
const isOfBooks = (channel: string): boolean => channelsOfBooks.has(channel)

/** Rulebook 10.2 and 10.11: public messages contain no names and nothing hidden. A desk sees its own. */
function checkBookSecrets(notification: NotificationRow, { quotes }: Tables, asPublished: OwnAsPublished): void {
  const { audience, channel, data } = notification
  const viewer = audience.startsWith('desk:') ? audience.slice('desk:'.length) : undefined
  const others = DESKS.filter((desk) => desk !== viewer)
  const isNamed = others.some((desk) =>
    [desk, accountOf(desk), `${accountOf(desk)}-2`, labelOf(desk)].some((text) => data.includes(`"${text}"`)),
  )
  must(!isNamed, 'a reader of the order book is told of a desk that is not its own (10.2)', { audience, data })
  const published = JSON.parse(data) as { readonly quote?: { readonly id: number } | null }
  const quote = published.quote == null ? undefined : quotes.get(published.quote.id)?.quote
  if (viewer === undefined)
    must(channel !== outbox.quoteBook || mayBePublished(asPublished, notification), 'a hidden quote is shown (10.11)', data)
  else must(quote === undefined || quote.actor.desk === viewer, "a desk is told of another's quote (10.2)", { audience, data })
}

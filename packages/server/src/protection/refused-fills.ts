/** Publishes to a desk that one of its own limits kept one of its quotes from a fill (rulebook 11.10). */
import { channels, type RefusedFillView } from '@parley/contracts'
import { formatPrice, formatQuantity, type ShardEvent } from '@parley/core'
import { flowOf, publishedIn, type PublishedIds } from '../calls/published-ids.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import type { Projection } from '../engine/projector.ts'
import { figure } from './wire.ts'

export const REFUSED_FILL_CHANNEL = 'refused_fills'

type FillRefused = Extract<ShardEvent, { kind: 'FillRefused' }>

export const projectRefusedFills = (events: readonly ShardEvent[], publishedIds: PublishedIds): Projection<never> => ({
  rows: [],
  notifications: events.flatMap((event) =>
    event.kind === 'FillRefused'
      ? [
          {
            audience: `desk:${event.desk}` as const,
            channel: REFUSED_FILL_CHANNEL,
            event: 'ADDED' as const,
            data: presentRefusedFill(event, publishedIds),
          },
        ]
      : [],
  ),
})

const presentRefusedFill = ({ refused, at }: FillRefused, publishedIds: PublishedIds): RefusedFillView => {
  const { limit, product, label, measure, used, most, audience, rfq, rfqNumber, order, orderNumber, side, price, wanted, allowed } = refused
  return {
    kind: 'REFUSED',
    ...{ limit, product, label: label ?? null, measure },
    used: figure(measure, used),
    most: figure(measure, most),
    flow: flowOf[audience],
    rfq_id: publishedIn(publishedIds, audience, { id: rfq, number: rfqNumber }),
    order_id: publishedIn(publishedIds, audience, { id: order, number: orderNumber }),
    side,
    price: formatPrice(price),
    quantity: formatQuantity(wanted),
    allowed_quantity: formatQuantity(allowed),
    at,
  }
}

/** These are past events without a current state, so a late subscriber has missed nothing that still counts. */
export const refusedFillChannel: NotificationChannel = {
  kind: 'notifications',
  name: REFUSED_FILL_CHANNEL,
  also: channels.refused_fills.also,
  snapshot: () => Promise.resolve([]),
}

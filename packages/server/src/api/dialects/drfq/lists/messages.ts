/** The messages of a decision about lines of lists: their places, and the net prices of which the first line has a part. */
import { readersOf, type DeskId } from '@parley/core'
import type { Message } from '../../../../engine/engine.ts'
import type { RfqChange } from '../../../../rfq/changes.ts'
import { presentNet, presentPlace } from './present.ts'

export function messagesOfList({ rfq, isNew, isClosed, orders }: RfqChange): readonly Message[] {
  if (rfq.list === undefined) return []
  const readers = readersOf(rfq)
  const named = readers === 'EVERYBODY' ? [] : readers
  const to = (desk: DeskId, channel: string, event: Message['event'], data: object | undefined): readonly Message[] =>
    data === undefined ? [] : [{ audience: `desk:${desk}`, channel, event, data }]
  const places =
    isNew || isClosed ? named.flatMap((desk) => to(desk, 'list_lines', isClosed ? 'REMOVED' : 'ADDED', presentPlace(rfq, desk))) : []
  const nets = orders.flatMap(({ order, isNew: isPlaced }) => {
    const event = order.state === 'CLOSED' ? 'REMOVED' : isPlaced ? 'ADDED' : undefined
    if (order.net === undefined || event === undefined) return []
    return [rfq.creator.desk, order.actor.desk].flatMap((desk) => to(desk, 'net_prices', event, presentNet(rfq, order, desk)))
  })
  return [...places, ...nets]
}

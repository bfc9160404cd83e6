/** The answer that a decision was first given, from its events; what has no moment of its own is as it stands now. */
import type { DeskId, DirectRfqEvent, MarketEvent, Order } from '@parley/core'
import { orderAfter } from './order-commands.ts'
import type { Recall } from './recall.ts'
import type { DirectRfqStore } from './store.ts'
import { presentOrder, presentRfq } from './wire.ts'

export const createDirectAnswers =
  (store: Pick<DirectRfqStore, 'rfq'>, recall: Pick<Recall, 'rfq'>) =>
  async (desk: DeskId, events: readonly MarketEvent[]): Promise<object | undefined> => {
    const told = events.find(isTold)
    if (told === undefined) return undefined
    if (told.kind === 'RfqCreated') return presentRfq(told.rfq, desk)
    if ('order' in told) {
      const rfq = await recall.rfq(told.id)
      return rfq === undefined || !isOwn(told.order, desk) ? undefined : presentOrder(rfq, orderAfter(rfq, events))
    }
    const rfq = await store.rfq(told.id)
    return rfq && presentRfq(rfq, desk)
  }

type Told = Extract<DirectRfqEvent, { kind: 'RfqCreated' | 'DraftSent' | 'RfqDeclined' | 'OrderOpened' | 'OrderReplaced' }>
const told: ReadonlySet<string> = new Set<Told['kind']>(['RfqCreated', 'DraftSent', 'RfqDeclined', 'OrderOpened', 'OrderReplaced'])
const isTold = (event: MarketEvent): event is Told => told.has(event.kind)
const isOwn = ({ actor }: Order, desk: DeskId): boolean => actor.desk === desk

/** The published states of each desk's own orders and quotes, step by step: when they were hidden, and how others read them last. */
import type { NotificationRow } from '../../src/engine/journal.ts'
import { outbox } from '../../src/api/dialects/grfq/messages.ts'

type Stood = { readonly decision: number; readonly isHidden: boolean; readonly price: string }
export type OwnAsPublished = ReadonlyMap<string, readonly Stood[]>

type PublishedOrder = {
  readonly id: number | string
  readonly price: string
  readonly quantity: string
  readonly type?: string
  readonly is_hidden?: boolean
}

/** The order or quote that a notification is about. */
function aboutOf({ data }: NotificationRow): PublishedOrder {
  const published = JSON.parse(data) as PublishedOrder & { readonly quote?: PublishedOrder }
  return published.quote ?? published
}

export function ownAsPublished(all: readonly (readonly NotificationRow[])[]): OwnAsPublished {
  const own = new Map<string, Stood[]>()
  for (const notification of all.flat()) {
    if (notification.channel !== 'orders' && notification.channel !== outbox.quote) continue
    const { id, type, is_hidden: isHidden = type === 'HIDDEN', price } = aboutOf(notification)
    const before = own.get(String(id))
    const stood = { decision: notification.decision, isHidden, price }
    if (before === undefined) own.set(String(id), [stood])
    else before.push(stood)
  }
  return own
}

/**
 * Others may read everything of a shown order. When an order has just been hidden, they may only read its removal, in its last shown state and with
 * nothing remaining.
 */
export function mayBePublished(own: OwnAsPublished, notification: NotificationRow): boolean {
  const { id, price, quantity } = aboutOf(notification)
  const steps = (own.get(String(id)) ?? []).filter(({ decision }) => decision <= notification.decision)
  const [now, before] = [steps.at(-1), steps.at(-2)]
  if (now === undefined || !now.isHidden) return now !== undefined
  return notification.event === 'REMOVED' && quantity === '0' && before !== undefined && !before.isHidden && before.price === price
}

/** Notices about protections: the user's quotes were cancelled, or a fill of one was blocked. */
import type { ProtectionChangeView, RefusedFillView } from '@parley/contracts'
import { product, withCommas } from '@parley/core'
import { navigate } from '../components/router.ts'
import { openDialog } from './screen-state.ts'
import type { ListChange } from './collection.ts'
import { type Notice, publish } from './notices.ts'

export const publishProtectionNotices = (change: ListChange<ProtectionChangeView>, now: number): void =>
  publish(protectionNotices(change, now))

/** Products frozen before the page was opened are shown in the header. A message is for new events. */
export function protectionNotices(change: ListChange<ProtectionChangeView>, now: number): readonly Notice[] {
  if (change.event === 'SNAPSHOT' || change.data.kind !== 'TRIGGERED') return []
  const { limit, product: code, label, until } = change.data
  const name = product(code)?.shortName ?? code
  const ends =
    until === null ? 'quoting resumes when your desk resets it' : `quoting resumes in ${Math.max(0, Math.ceil((until - now) / 1_000))} s`
  const isMmp = limit === 'MMP'
  return [
    {
      key: `protection-${limit}`,
      of: 'WARNING',
      tone: 'warn',
      title: isMmp ? 'All GRFQ/DRFQ quotes canceled: MMP limit reached' : `Quotes cancelled: your limit ${limit} was reached`,
      text: `${name}${label === null ? '' : `, label ${label}`} · ${ends}`,
      next: { kind: 'RESET', product: code, limit },
      openIt: () => openDialog('protections'),
      ...(isMmp ? { isNeverSilenced: true } : {}),
    },
  ]
}

/** A spread has its own screen, and no ticket. */
const opened = (flow: RefusedFillView['flow'], id: RefusedFillView['rfq_id']): Pick<Notice, 'rfq' | 'openIt'> =>
  flow === 'fs'
    ? { openIt: () => navigate('/fs') }
    : { rfq: flow === 'grfq' ? { audience: 'ORDER_BOOK', id: `g_${id}` } : { audience: 'DIRECT', id: String(id) } }

export const publishRefusedFill = (change: ListChange<RefusedFillView>): void => publish(refusedFillNotices(change))

/** The taker's message names what would be accepted. Without this notice the maker would not know that its own limit blocked a fill. */
export function refusedFillNotices(change: ListChange<RefusedFillView>): readonly Notice[] {
  if (change.event === 'SNAPSHOT') return []
  const { limit, used, most, measure, flow, rfq_id, quantity, allowed_quantity, side, price } = change.data
  const isNone = Number(allowed_quantity) === 0
  const count = measure === 'quantity' ? '' : ` ${measure}`
  return [
    {
      key: `refused-fill-${rfq_id}-${side}`,
      of: 'WARNING',
      tone: 'warn',
      title: `A fill of ${withCommas(quantity)} was blocked by ${limit} (${used} of ${most}${count} used)`,
      text: `Your ${side === 'BUY' ? 'bid' : 'ask'} ${price} · ${isNone ? 'there is no room for a block at the moment' : `at most ${withCommas(allowed_quantity)} can fill now`}`,
      ...opened(flow, rfq_id),
    },
  ]
}

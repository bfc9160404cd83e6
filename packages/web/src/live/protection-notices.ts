/** Notices of protections: the person's quotes were pulled. */
import type { ProtectionChangeView } from '@parley/contracts'
import { product } from '@parley/core'
import { openDialog } from './screen-state.ts'
import type { ListChange } from './collection.ts'
import { type Notice, publish } from './notices.ts'

export const publishProtectionNotices = (change: ListChange<ProtectionChangeView>, now: number): void =>
  publish(protectionNotices(change, now))

/** Products frozen before the page was opened are in the header; a message is for what happens now. */
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
      tone: 'warn',
      title: isMmp ? 'All GRFQ/DRFQ quotes canceled: MMP limit reached' : `Quotes canceled: your limit ${limit} is reached`,
      text: `${name}${label === null ? '' : `, label ${label}`} · ${ends}`,
      openIt: () => openDialog('protections'),
    },
  ]
}

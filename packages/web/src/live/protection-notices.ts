/** What a person has to hear of protections: their quotes were pulled. */
import type { ProtectionChangeView } from '@parley/contracts'
import { product } from '@parley/core'
import { openDialog } from '../app/screen-state.ts'
import type { Change } from './collection.ts'
import { type Notice, tell } from './notices.ts'

export const tellOfProtection = (change: Change<ProtectionChangeView>, now: number): void => tell(protectionNotices(change, now))

/** What was frozen before the page was opened is in the header; a message is for what happens now. */
export function protectionNotices(change: Change<ProtectionChangeView>, now: number): readonly Notice[] {
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

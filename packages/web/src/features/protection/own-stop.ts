/** Two emergency actions of traders: cancel all their orders, or also stop their trading. Both buttons have to be held and do not ask. */
import { cancelRfq } from '@parley/client'
import { type FencedReportView, protectionCalls } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { preciseText } from '../../components/time-text.ts'
import { toast } from '../../components/toasts.ts'
import { send, write } from '../../live/api.ts'
import { type DirectRfq, isDirect } from '../../live/audiences.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { readProtection } from '../../live/protection.ts'
import { rememberCancels } from '../../live/locally-cancelled.ts'
import { useSession } from '../../live/session.ts'
import { type Live, useLive } from '../../live/store.ts'
import { reachText } from './resetting.ts'

/** Cancels the resting orders of this user in all sessions. Colleagues and programs are not affected. */
export const pullMine = (): Promise<void> =>
  said('Cancel failed', async () => {
    const report = await write(protectionCalls.cancelAll, { body: { key: 'mine' } })
    return [report, goneText(report.canceled.count, Date.now()), openRfqsOf(useLive.getState())]
  })

/** The desk's open direct RFQs, which a cancellation of orders leaves open (rulebook 5.17). */
export const openRfqsOf = ({ rfqs }: Pick<Live, 'rfqs'>): readonly DirectRfq[] =>
  [...rfqs.values()].filter(isDirect).filter(({ role, state }) => role === 'TAKER' && state === 'OPEN')

async function cancelRfqs(rfqs: readonly DirectRfq[]): Promise<void> {
  rememberCancels(rfqs.map(({ id }) => id))
  const done = await Promise.allSettled(rfqs.map((rfq) => send(cancelRfq(rfq))))
  const failed = done.filter(({ status }) => status === 'rejected').length
  const count = done.length - failed
  const title = `${count} ${count === 1 ? 'RFQ' : 'RFQs'} cancelled`
  const text = failed === 0 ? undefined : `${failed} could not be cancelled. They may have ended, or try again.`
  toast({ key: 'own-stop', tone: 'warn', title, text })
}

/** Shown with the message: quotes go on arriving in the RFQs that are still open. */
function rfqsLeft(rfqs: readonly DirectRfq[]) {
  if (rfqs.length === 0) return undefined
  const [what, verb] = rfqs.length === 1 ? ['1 RFQ', 'is'] : [`${rfqs.length} RFQs`, 'are']
  return {
    text: `${what} of your desk ${verb} still open and receiving quotes.`,
    next: [{ label: `Cancel ${what}`, run: () => void cancelRfqs(rfqs) }],
  }
}

/** Blocks new orders of this user until an administrator resumes trading. */
export const stopMe = (): Promise<void> =>
  said('Stop failed', async () => {
    const report = await write(protectionCalls.stopOwnTrading, { body: {} })
    const gone = goneText(report.canceled.count, Date.now())
    await readProtection()
    return [report, `You are stopped · ${gone}`, [], howResumed()]
  })

/** Where the stop is undone, or by whom. */
function howResumed(): string {
  const { session } = useSession.getState()
  return session.state === 'SIGNED_IN' && hasRight(session.user.role, 'Administer')
    ? 'To trade again, press Resume trading below the header and confirm your password.'
    : 'An administrator of your desk can resume your trading.'
}

type Said = readonly [report: FencedReportView, title: string, left?: readonly DirectRfq[], then?: string]

async function said(failed: string, act: () => Promise<Said>): Promise<void> {
  try {
    const [report, title, open = [], then] = await act()
    rememberCancels(report.canceled.order_ids.map(String))
    const left = rfqsLeft(open)
    const text = [left?.text, then, reachText(report)].filter(Boolean).join(' ')
    toast({ key: 'own-stop', tone: 'warn', title, text, next: left?.next })
  } catch (error) {
    toast({ key: 'own-stop', ...cancelFailed(failed, error) })
  }
}

/** `6 quotes cancelled at 12:19:02.113`. */
export function goneText(count: number, at: number): string {
  const moment = preciseText(at)
  return count === 0 ? `You had no live orders at ${moment}` : `${count} ${count === 1 ? 'quote' : 'quotes'} cancelled at ${moment}`
}

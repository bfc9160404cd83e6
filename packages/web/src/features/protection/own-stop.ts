/** Two emergency actions of traders: cancel all their orders, or also stop their trading. Both buttons have to be held and do not ask. */
import { type FencedReportView, protectionCalls } from '@parley/contracts'
import { preciseText } from '../../components/time-text.ts'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { readProtection } from '../../live/protection.ts'
import { rememberCancels } from '../../live/locally-cancelled.ts'
import { reachText } from './resetting.ts'

/** Cancels the resting orders of this user in all sessions. Colleagues and programs are not affected. */
export const pullMine = (): Promise<void> =>
  said('Cancel failed', async () => {
    const report = await write(protectionCalls.cancelAll, { body: { key: 'mine' } })
    return [report, goneText(report.canceled.count, Date.now())]
  })

/** Blocks new orders of this user until an administrator resumes trading. */
export const stopMe = (): Promise<void> =>
  said('Stop failed', async () => {
    const report = await write(protectionCalls.stopOwnTrading, { body: {} })
    const gone = goneText(report.canceled.count, Date.now())
    await readProtection()
    return [report, `You are stopped · ${gone}`]
  })

async function said(failed: string, act: () => Promise<readonly [FencedReportView, string]>): Promise<void> {
  try {
    const [report, title] = await act()
    rememberCancels(report.canceled.order_ids.map(String))
    toast({ key: 'own-stop', tone: 'warn', title, text: reachText(report) })
  } catch (error) {
    toast({ key: 'own-stop', ...cancelFailed(failed, error) })
  }
}

/** `6 quotes cancelled at 12:19:02.113`. */
export function goneText(count: number, at: number): string {
  const moment = preciseText(at)
  return count === 0 ? `You had no live orders at ${moment}` : `${count} ${count === 1 ? 'quote' : 'quotes'} cancelled at ${moment}`
}

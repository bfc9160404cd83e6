/** Two ways out for traders themselves: all that is theirs is pulled, or they are stopped with it. Both are held, neither asks. */
import { type FencedReportView, protectionCalls } from '@parley/contracts'
import { preciseText } from '../../components/time-text.ts'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { notTakenBack } from '../../live/not-taken-back.ts'
import { readProtection } from '../../live/protection.ts'
import { rememberPulls } from '../../live/pulled-here.ts'
import { reachText } from './resetting.ts'

/** Pulls what rests of this person in every sign-in; colleagues and programs go on. */
export const pullMine = (): Promise<void> =>
  said('Cancel failed', async () => {
    const report = await write(protectionCalls.cancelAll, { body: { key: 'mine' } })
    return [report, goneText(report.canceled.count, Date.now())]
  })

/** Takes nothing more of this person until an administrator allows it. */
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
    rememberPulls(report.canceled.order_ids.map(String))
    toast({ key: 'own-stop', tone: 'warn', title, text: reachText(report) })
  } catch (error) {
    toast({ key: 'own-stop', ...notTakenBack(failed, error) })
  }
}

/** `6 quotes cancelled at 12:19:02.113`. */
export function goneText(count: number, at: number): string {
  const moment = preciseText(at)
  return count === 0 ? `You had no live orders at ${moment}` : `${count} ${count === 1 ? 'quote' : 'quotes'} cancelled at ${moment}`
}

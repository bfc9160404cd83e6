import { protectionCalls } from '@parley/contracts'
import { useMemo, useState } from 'react'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { readProtection } from '../../live/protection.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'
import { useOrders, useRfqs } from '../../live/use-live.ts'
import styles from './Protection.module.css'
import { reachText } from './resetting.ts'
import { whatStops, whatStopsText } from './what-stops.ts'

/** Stops the whole desk if no user is named. */
export type Stopping = { readonly user?: string; readonly name?: string; readonly why: string }

/** Shows what will be cancelled before the stop, and the sequence number after which nothing fills once it is done. */
export function ConfirmStop({ stopping, onClose }: { readonly stopping: Stopping; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const stop = async () => {
    setIsBusy(true)
    setRefused(undefined)
    try {
      const { user, why } = stopping
      const report = await withStepUp(() =>
        write(protectionCalls.stopTrading, { body: { ...(user === undefined ? {} : { user }), ...(why === '' ? {} : { why }) } }),
      )
      await readProtection()
      toast({ key: 'stop', tone: 'warn', title: stoppedText(stopping, report.canceled.count), text: reachText(report) })
      onClose()
    } catch (error) {
      if (!isStepUpGivenUp(error)) setRefused(errorMessage(error))
      setIsBusy(false)
    }
  }
  const isDesk = stopping.user === undefined
  return (
    <ConfirmDialog
      open
      title={isDesk ? 'Stop the whole desk?' : `Stop ${stopping.name}?`}
      onClose={onClose}
      cancel="Keep trading"
      confirm={{ label: isDesk ? 'Cancel all and stop' : 'Cancel theirs and stop', kind: 'danger', isBusy, onPress: () => void stop() }}
    >
      <div className={styles['words']}>
        <p>
          {isDesk ? <OfTheDesk /> : `All quotes, resting limits and open RFQs sent by ${stopping.name} will be cancelled, in both flows.`}
        </p>
        <p>
          {`New orders from ${isDesk ? 'your desk' : stopping.name} are blocked until an administrator resumes trading. All members of the desk are notified${stopping.why === '' ? '' : `, with your reason: “${stopping.why}”`}.`}
        </p>
        <Refused words={refused} />
      </div>
    </ConfirmDialog>
  )
}

function OfTheDesk() {
  const orders = useOrders()
  const rfqs = useRfqs()
  const text = useMemo(() => whatStopsText(whatStops({ orders: orders.values(), rfqs: rfqs.values() })), [orders, rfqs])
  return text === undefined ? 'Your desk has nothing open.' : `This cancels ${text}, in both flows and all markets.`
}

const stoppedText = ({ name }: Stopping, count: number): string =>
  `${name === undefined ? 'Your desk is' : `${name} is`} stopped · ${count} ${count === 1 ? 'order' : 'orders'} cancelled`

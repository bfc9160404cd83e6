import { protectionCalls, type TradingStopView } from '@parley/contracts'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { readProtection } from '../../live/protection.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'
import styles from './Protection.module.css'
import { stopTitle, stopText } from '../../live/stop-text.ts'

/** Ends a stop. The server asks the user to confirm their identity. */
export function AllowAgain({ stop, onClose }: { readonly stop: TradingStopView; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const allow = async () => {
    setIsBusy(true)
    setRefused(undefined)
    try {
      await withStepUp(() => write(protectionCalls.allowTrading, { body: stop.user === null ? {} : { user: stop.user } }))
      await readProtection()
      toast({ key: 'stop', tone: 'done', title: 'Trading resumed' })
      onClose()
    } catch (error) {
      if (!isStepUpGivenUp(error)) setRefused(errorMessage(error))
      setIsBusy(false)
    }
  }
  const whom = stop.user === null ? 'your desk' : (stop.user_name ?? stop.user)
  return (
    <ConfirmDialog
      open
      title="Resume trading?"
      onClose={onClose}
      cancel="Stay stopped"
      confirm={{ label: 'Resume trading', isBusy, onPress: () => void allow() }}
    >
      <div className={styles['words']}>
        <p>
          {stopTitle(stop)}. {stopText(stop)}.
        </p>
        <p>New RFQs, orders and quotes of {whom} will be accepted again. Cancelled orders stay cancelled.</p>
        <Refused words={refused} />
      </div>
    </ConfirmDialog>
  )
}

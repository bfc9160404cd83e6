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
import { stopTitle, stopWords } from './words.ts'

/** Ends a stop; the server asks who it is that ends it. */
export function AllowAgain({ stop, onClose }: { readonly stop: TradingStopView; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const allow = async () => {
    setIsBusy(true)
    setRefused(undefined)
    try {
      await withStepUp(() => write(protectionCalls.allowTrading, { body: stop.user === null ? {} : { user: stop.user } }))
      await readProtection()
      toast({ key: 'stop', tone: 'done', title: 'Trading is allowed again' })
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
      title="Allow trading again?"
      onClose={onClose}
      cancel="Keep it stopped"
      confirm={{ label: 'Allow again', isBusy, onPress: () => void allow() }}
    >
      <div className={styles['words']}>
        <p>
          {stopTitle(stop)}. {stopWords(stop)}.
        </p>
        <p>From then on new RFQs, orders and quotes of {whom} are taken. What was cancelled stays cancelled.</p>
        <Refused words={refused} />
      </div>
    </ConfirmDialog>
  )
}

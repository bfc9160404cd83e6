import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { sentenceOf, tryChange } from './change.ts'
import styles from './Form.module.css'

export type Confirmation = {
  readonly title: string
  /** The consequences, shown before the change. */
  readonly consequence: ReactNode
  readonly label: string
  readonly kind: 'primary' | 'danger'
  readonly run: () => Promise<unknown>
  readonly done: string
}

/** Asks, makes the change, and stays open with the reason if it is rejected. */
export function ConfirmChange({ change, onClose }: { readonly change: Confirmation; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const press = async () => {
    if (isBusy) return
    setIsBusy(true)
    setRefused(undefined)
    const refusal = await tryChange(change.run)
    setIsBusy(false)
    if (refusal !== undefined) return setRefused(sentenceOf(refusal))
    toast({ key: 'change', tone: 'done', title: change.done })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={change.title}
      onClose={onClose}
      cancel="Cancel"
      confirm={{ label: change.label, kind: change.kind, isBusy, onPress: () => void press() }}
    >
      <div className={styles['consequence']}>
        {change.consequence}
        <Refused words={refused} />
      </div>
    </ConfirmDialog>
  )
}

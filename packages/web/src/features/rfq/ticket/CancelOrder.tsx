import { cancelOrder, type OrderRef } from '@parley/client'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Spinner.tsx'
import { toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { useCancelReason } from '../../../live/trade-reasons.ts'
import styles from './Quotes.module.css'

type CancelOrderProps = { readonly order: OrderRef; readonly label: string; readonly word?: string }

export const CancelOrder = ({ order, label, word }: CancelOrderProps) => (
  <CancelControl
    id={order.id}
    label={label}
    word={word}
    className={word === undefined ? styles['x'] : undefined}
    failed="Cancel failed"
    cancel={() => send(cancelOrder(order))}
  />
)

type CancelControlProps = {
  /** The id of the order. */
  readonly id: string
  readonly label: string
  /** The label, if there is room for more than a cross. */
  readonly word?: string | undefined
  readonly className: string | undefined
  /** The message if the server refuses. */
  readonly failed: string
  readonly cancel: () => Promise<unknown>
}

/** Cancels one order or quote. It leaves the list when the server confirms. */
export function CancelControl({ id, label, word, className, failed, cancel }: CancelControlProps) {
  const [isSent, setIsSent] = useState(false)
  const reason = useCancelReason()
  const press = async () => {
    setIsSent(true)
    rememberCancels([id])
    try {
      await cancel()
    } catch (error) {
      toast(cancelFailed(failed, error))
      setIsSent(false)
    }
  }
  if (word !== undefined)
    return (
      <Button size="small" className={className} aria-label={label} isBusy={isSent} disabledReason={reason} onClick={() => void press()}>
        {word} <X size={11} aria-hidden="true" />
      </Button>
    )
  return (
    <IconButton
      label={label}
      className={className}
      aria-disabled={isSent || reason !== undefined || undefined}
      title={reason ?? label}
      onClick={() => !isSent && reason === undefined && void press()}
    >
      {isSent ? <Spinner /> : <X size={13} />}
    </IconButton>
  )
}

import { cancelOrder, type OrderRef } from '@parley/client'
import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Spinner.tsx'
import { toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import { rememberPulls } from '../../../live/pulled-here.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { useCancelReason } from '../../protection/use-protection.ts'
import styles from './Quotes.module.css'

export const CancelOrder = ({ order, label }: { readonly order: OrderRef; readonly label: string }) => (
  <TakeBack id={order.id} label={label} className={styles['x']} failed="Not taken back" takeBack={() => send(cancelOrder(order))} />
)

type TakeBackProps = {
  /** Of the order. */
  readonly id: string
  readonly label: string
  readonly className: string | undefined
  /** The words where the server refuses. */
  readonly failed: string
  readonly takeBack: () => Promise<unknown>
}

/** Takes one order or quote back; it leaves the list when the server says so. */
export function TakeBack({ id, label, className, failed, takeBack }: TakeBackProps) {
  const [isSent, setIsSent] = useState(false)
  const reason = useCancelReason()
  const press = async () => {
    setIsSent(true)
    rememberPulls([id])
    try {
      await takeBack()
    } catch (error) {
      toast({ tone: 'refused', title: failed, text: wordsOf(error) })
      setIsSent(false)
    }
  }
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

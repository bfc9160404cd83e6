import { directRfqCalls } from '@parley/contracts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Spinner.tsx'
import { toast } from '../../../components/toasts.ts'
import { client } from '../../../live/api.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { useCancelReason } from '../../protection/use-protection.ts'
import styles from './Quotes.module.css'

/** Takes one order back; it leaves the list when the server says so. */
export function CancelOrder({ id, label }: { readonly id: string; readonly label: string }) {
  const [isSent, setIsSent] = useState(false)
  const reason = useCancelReason()
  const cancel = async () => {
    setIsSent(true)
    try {
      await client.call(directRfqCalls.cancelOrder, { params: { id } })
    } catch (error) {
      toast({ tone: 'refused', title: 'Not taken back', text: wordsOf(error) })
      setIsSent(false)
    }
  }
  return (
    <IconButton
      label={label}
      className={styles['x']}
      aria-disabled={isSent || reason !== undefined || undefined}
      title={reason ?? label}
      onClick={() => !isSent && reason === undefined && void cancel()}
    >
      {isSent ? <Spinner /> : <X size={13} />}
    </IconButton>
  )
}

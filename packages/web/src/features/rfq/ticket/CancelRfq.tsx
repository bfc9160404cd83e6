import { cancelRfq, type RfqRef } from '@parley/client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { useCancelReason } from '../../../live/trade-reasons.ts'

const CONFIRM_MS = 4_000

/** Cancels the RFQ with all makers, on the second click. */
export function CancelRfq({ rfq, reason: why }: { readonly rfq: RfqRef; readonly reason?: string | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reason = useCancelReason() ?? why
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = async () => {
    clearTimeout(timer.current)
    if (!isAsking) {
      setIsAsking(true)
      timer.current = setTimeout(() => setIsAsking(false), CONFIRM_MS)
      return
    }
    setIsAsking(false)
    setIsSent(true)
    try {
      await send(cancelRfq(rfq))
    } catch (error) {
      toast(cancelFailed('RFQ not cancelled', error))
    }
    setIsSent(false)
  }
  return (
    <Button size="small" kind={isAsking ? 'danger' : 'default'} isBusy={isSent} disabledReason={reason} onClick={() => void press()}>
      {isAsking ? 'Press again' : 'Cancel RFQ'}
    </Button>
  )
}

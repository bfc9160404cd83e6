import { type DeclineReason, declineRfq, type Rfq } from '@parley/client'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Menu, MenuItem } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useScreenKeys } from '../../../components/use-screen-keys.ts'
import { send } from '../../../live/api.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { useCancelReason } from '../../../live/trade-reasons.ts'
import { declineReasons, declineLabels, hintOf, invitation } from './decline-labels.ts'
import styles from './Decline.module.css'

type DeclineProps = {
  readonly rfq: Rfq
  readonly isDeclined: boolean
  /** Information for the decision, if there is any. */
  readonly about?: ReactNode
}

/** Declines the RFQ with a reason. Quoting reverses the decline. */
export function Decline({ rfq, isDeclined, about }: DeclineProps) {
  const [isSent, setIsSent] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const reason = useCancelReason()
  const choose = async (why: DeclineReason) => {
    setIsSent(true)
    try {
      await send(declineRfq(rfq, { reason: why }, orderBookBase()))
    } catch (error) {
      toast({ key: `decline-${rfq.id}`, ...cancelFailed('Decline failed', error) })
    }
    setIsSent(false)
  }
  useScreenKeys({ decline: isDeclined || reason !== undefined ? undefined : () => setIsOpen(true) })
  return (
    <section className={styles['decline']} aria-label="Decline">
      <div className={styles['words']} title={isDeclined ? undefined : hintOf(rfq)}>
        {about}
        <p>
          {isDeclined
            ? 'You declined. Quoting reverses the decline.'
            : (hintOf(rfq) ?? (about === undefined ? invitation(rfq) : undefined))}
        </p>
      </div>
      {!isDeclined && (
        <Menu
          align="end"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button size="small" isBusy={isSent} disabledReason={reason} keyOf="decline">
              Decline <ChevronDown size={13} aria-hidden="true" />
            </Button>
          }
        >
          {declineReasons.map((why) => (
            <MenuItem key={why} disabled={reason !== undefined} onSelect={() => void choose(why)}>
              {declineLabels[why]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </section>
  )
}

import { type DifferenceDetailView, reconciliationCalls } from '@parley/contracts'
import { displayDifferenceKind, REASON_CHARACTERS } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { useForm } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { tryChange } from './change.ts'
import styles from './Form.module.css'
import { venueName } from './venue-account-text.ts'

export type CloseHow = 'EXPLAIN' | 'ACCEPT'

type Props = {
  readonly difference: DifferenceDetailView
  readonly how: CloseHow
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Closes a difference with a reason that the other members can understand. */
export function CloseDifference({ difference: { id, kind, venue, venue_trade_id: block }, how, onDone, onClose }: Props) {
  const title = how === 'ACCEPT' ? `Accept ${venueName(venue)}’s fee` : `Explain and close: ${displayDifferenceKind(kind)}`
  const form = useForm({
    initial: { reason: '' },
    most: { reason: REASON_CHARACTERS },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Enter a reason that other members will understand.' : undefined }),
    send: async ({ reason }) => {
      const refusal = await tryChange(() =>
        client.call(reconciliationCalls.closeDifference, { params: { id }, body: { how, reason: reason.trim() } }),
      )
      if (refusal !== undefined) return refusal
      toast({ key: 'change', tone: 'done', title: how === 'ACCEPT' ? 'Venue fee accepted' : 'Difference closed', text: block })
      onDone()
      onClose()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title={title} width={440} outside="stays">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        <p className={styles['note']}>
          The reason is recorded with the difference and in the audit log. The difference reopens if the venue’s record of {block} changes
          later.
        </p>
        <Input label="Reason" {...form.field('reason')} />
        <Refused words={form.refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
            {how === 'ACCEPT' ? 'Accept venue fee' : 'Close'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

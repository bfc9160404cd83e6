/** Sends the RFQ once, however often the button is clicked. */
import { cancelRfq, createRfq, type Rfq } from '@parley/client'
import { productsOf } from '@parley/core'
import { useState } from 'react'
import { navigate } from '../../../components/router.ts'
import { selectRfq, showTab } from '../../../live/screen-state.ts'
import { toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import { useDraftReason, useNewRfqReason } from '../../../live/trade-reasons.ts'
import { useNeedsApproval, useNotionalReasons } from '../use-notional-reasons.ts'
import type { BuilderForm } from './builder-form.ts'
import { requestTerms, unreadLine, type BuilderSummary } from './builder-summary.ts'
import { useRequestKey } from './use-request-key.ts'

export type Sending = ReturnType<typeof useSending>

export function useSending(form: BuilderForm, summary: BuilderSummary, draft: Rfq | undefined, onClose: () => void) {
  const { restricted_ip_rfqs_left: left } = useUser()
  const [busy, setBusy] = useState<'OPEN' | 'DRAFT'>()
  const request = useRequestKey()
  const asked = summary.structure && ({ audience: 'DIRECT', products: productsOf(summary.structure) } as const)
  const cannotAsk = useNewRfqReason(asked)
  const closed = useDraftReason(asked)
  // A structure that the rules reject has no minimum, and no valid unit.
  const sound = summary.minimum === undefined ? undefined : summary.structure
  const [above] = useNotionalReasons({ venue: form.venue, baseCurrency: form.currency }, sound, [form.quantity])
  const needsApproval = useNeedsApproval({ venue: form.venue, baseCurrency: form.currency }, sound)(form.quantity)
  const sendReason = summary.problem?.message ?? above ?? cannotAsk
  const lacking = summary.structure === undefined ? summary.problem?.message : quantityLacking(form)
  const draftReason = unreadLine(summary) ?? lacking ?? summary.unready ?? above ?? closed
  const send = async (state: 'OPEN' | 'DRAFT') => {
    if (busy !== undefined || (state === 'OPEN' ? sendReason : draftReason) !== undefined) return
    setBusy(state)
    try {
      const terms = requestTerms(form, summary, state)
      const rfq = await sendCommand(createRfq(terms), { idempotencyKey: request.keyOf(terms) })
      if (draft !== undefined) await sendCommand(cancelRfq(draft))
      // No message is needed: the new RFQ is open next to the table, or in the list of drafts, on every screen.
      onClose()
      navigate('/rfqs')
      // The remaining RFQs of a restricted IP address have decreased by one.
      if (left !== null) void refreshUser().catch(() => undefined)
      if (state === 'OPEN') selectRfq(rfq)
      else showTab('rfqs-drafts')
    } catch (error) {
      toast({ tone: 'refused', title: state === 'OPEN' ? 'RFQ rejected' : 'Draft rejected', text: errorMessage(error) })
      request.failed(error)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, send, sendReason, draftReason, needsApproval }
}

const quantityLacking = ({ quantity }: BuilderForm): string | undefined =>
  quantity === undefined ? 'Enter a valid quantity.' : quantity === '' ? 'Enter a quantity.' : undefined

export const makersText = (count: number): string => `${count} ${count === 1 ? 'maker' : 'makers'}`

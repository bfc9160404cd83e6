import { FilePen } from 'lucide-react'
import { directRfqCalls, type RfqView } from '@parley/contracts'
import { useMemo, useState } from 'react'
import { startBuilder, selectRfq } from '../../app/screen-state.ts'
import { Button } from '../../components/Button.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { wordsOf } from '../../live/loadable.ts'
import { useDrafts, useIsLoaded } from '../../live/use-live.ts'
import { useNewRfqReason, useTradeReason } from '../protection/use-protection.ts'
import { ratiosText } from '../direct-rfq/structure-text.ts'
import { Blotter } from './Blotter.tsx'
import { placeColumns, quantityColumn, rfqColumns, textColumn, timeColumn } from './cells.tsx'
import styles from './cells.module.css'

const rowId = (row: RfqView): string => row.id

/** RFQs made and not yet sent: makers know nothing of them. */
export function Drafts() {
  const drafts = useDrafts()
  const isLoaded = useIsLoaded('rfqs')
  const reason = useTradeReason()
  const sendReason = useNewRfqReason()
  const columns = useMemo<readonly Column<RfqView>[]>(
    () => [
      timeColumn('Kept', (row) => row.created_at),
      ...placeColumns<RfqView>(),
      ...rfqColumns<RfqView>(),
      textColumn('ratio', 'Ratio', 110, (row) => ratiosText(row.legs)),
      quantityColumn('size', 'Size', (row) => row.quantity),
      textColumn('makers', 'Makers', 150, (row) => (row.counterparties.length === 0 ? 'Everyone eligible' : row.counterparties.join(', '))),
      textColumn('label', 'Label', 110, (row) => row.label ?? ''),
      {
        id: 'actions',
        heading: 'Actions',
        isHeadingHidden: true,
        width: 190,
        align: 'end',
        cell: (row) => <Actions draft={row} sendReason={sendReason} disabledReason={reason} />,
        text: () => '',
      },
    ],
    [reason, sendReason],
  )
  return (
    <Blotter
      name="rfqs-drafts"
      label="RFQ drafts"
      columns={columns}
      rows={isLoaded ? { state: 'LOADED', data: drafts } : { state: 'LOADING' }}
      rowId={rowId}
      empty={<Empty icon={FilePen} title="No drafts" text="In the RFQ builder, Save draft keeps a request here until you send it." />}
    />
  )
}

type ActionsProps = { readonly draft: RfqView; readonly sendReason: string | undefined; readonly disabledReason: string | undefined }

/** Who may ask nobody any more still keeps drafts. */
function Actions({ draft, sendReason, disabledReason }: ActionsProps) {
  const [sent, setSent] = useState<'send' | 'delete'>()
  const act = async (what: 'send' | 'delete') => {
    setSent(what)
    try {
      if (what === 'send') {
        const rfq = await write(directRfqCalls.sendDraft, { params: { id: draft.id }, body: { state: 'OPEN' } })
        selectRfq(rfq.id)
      } else await write(directRfqCalls.cancelRfq, { params: { id: draft.id } })
    } catch (error) {
      toast({ tone: 'refused', title: what === 'send' ? 'Draft refused' : 'The draft could not be deleted', text: wordsOf(error) })
    }
    setSent(undefined)
  }
  return (
    <span className={styles['actions']}>
      <Button size="small" kind="primary" isBusy={sent === 'send'} disabledReason={sendReason} onClick={() => void act('send')}>
        Send
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => startBuilder({ kind: 'draft', draft })}>
        Edit
      </Button>
      <Button size="small" isBusy={sent === 'delete'} disabledReason={disabledReason} onClick={() => void act('delete')}>
        Delete
      </Button>
    </span>
  )
}

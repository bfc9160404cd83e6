import { FilePen } from 'lucide-react'
import { cancelRfq, type Rfq, sendDraft } from '@parley/client'
import { useMemo, useState } from 'react'
import { openDialog, startBuilder, selectRfq } from '../../live/screen-state.ts'
import { Button } from '../../components/Button.tsx'
import type { Column } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import { toast } from '../../components/toasts.ts'
import { send } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useDrafts, useIsLoaded } from '../../live/use-live.ts'
import { useCancelReason, useNewRfqReason, useTradeReason } from '../../live/trade-reasons.ts'
import { ratiosText } from '../structure/structure-text.ts'
import { Blotter } from './Blotter.tsx'
import { placeColumns, quantityColumn, rfqColumns, textColumn, timeColumn } from './cells.tsx'
import styles from './cells.module.css'

const rowId = (row: Rfq): string => row.id

const makersLabel = ({ counterparties, groups }: Rfq): string => {
  const names = counterparties.length === 0 ? 'Everyone eligible' : counterparties.join(', ')
  return groups.length === 0 ? names : `${groups.join(', ')}: ${names}`
}

/** RFQs that are prepared but not sent. Makers cannot see them. */
export function Drafts() {
  const drafts = useDrafts()
  const isLoaded = useIsLoaded('rfqs', 'DIRECT')
  const reason = useTradeReason()
  const deleteReason = useCancelReason()
  const newRfqReason = useNewRfqReason()
  const columns = useMemo<readonly Column<Rfq>[]>(
    () => [
      timeColumn('Saved', (row) => row.createdAt),
      ...placeColumns<Rfq>(),
      ...rfqColumns<Rfq>(),
      textColumn('ratio', 'Ratio', 110, (row) => ratiosText(row.legs)),
      quantityColumn('size', 'Size', (row) => row.quantity ?? ''),
      textColumn('makers', 'Makers', 150, (row) => makersLabel(row)),
      textColumn('label', 'Label', 110, (row) => row.label ?? ''),
      {
        id: 'actions',
        heading: 'Actions',
        isHeadingHidden: true,
        width: 190,
        align: 'end',
        cell: (row) => <Actions draft={row} editReason={reason} deleteReason={deleteReason} />,
        isExported: false,
        text: () => '',
      },
    ],
    [reason, deleteReason],
  )
  return (
    <Blotter
      name="rfqs-drafts"
      label="RFQ drafts"
      columns={columns}
      rows={isLoaded ? { state: 'LOADED', data: drafts } : { state: 'LOADING' }}
      rowId={rowId}
      empty={
        <Empty
          icon={FilePen}
          title="No drafts"
          text="Drafts that you save in the RFQ builder appear here until you send them."
          action={
            <Button size="small" keyOf="newRfq" disabledReason={newRfqReason} onClick={() => openDialog('new-rfq')}>
              Create RFQ
            </Button>
          }
        />
      }
    />
  )
}

type ActionsProps = {
  readonly draft: Rfq
  readonly editReason: string | undefined
  readonly deleteReason: string | undefined
}

/** A user with no RFQs left can still save drafts. */
function Actions({ draft, editReason, deleteReason }: ActionsProps) {
  const sendReason = useNewRfqReason({ audience: 'DIRECT', products: draft.productCodes })
  const [sent, setSent] = useState<'send' | 'delete'>()
  const act = async (what: 'send' | 'delete') => {
    setSent(what)
    try {
      if (what === 'send') selectRfq(await send(sendDraft(draft)))
      else await send(cancelRfq(draft))
    } catch (error) {
      toast({ tone: 'refused', title: what === 'send' ? 'Draft rejected' : 'Draft not deleted', text: errorMessage(error) })
    }
    setSent(undefined)
  }
  return (
    <span className={styles['actions']}>
      <Button size="small" kind="primary" isBusy={sent === 'send'} disabledReason={sendReason} onClick={() => void act('send')}>
        Send
      </Button>
      <Button size="small" disabledReason={editReason} onClick={() => startBuilder({ kind: 'draft', draft })}>
        Edit
      </Button>
      <Button size="small" isBusy={sent === 'delete'} disabledReason={deleteReason} onClick={() => void act('delete')}>
        Delete
      </Button>
    </span>
  )
}

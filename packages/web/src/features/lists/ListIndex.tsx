import { type ListRfq, listRfqLists } from '@parley/client'
import { listCalls } from '@parley/contracts'
import { quantityText } from '@parley/core'
import { ListTree } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import { navigate } from '../../components/router.ts'
import type { Column } from '../../components/table-column.ts'
import { leftText, momentText } from '../../components/time-text.ts'
import { serverNow } from '../../live/connection.ts'
import { usePages } from '../../live/loadable.ts'
import { useRfqLists } from '../../live/rfq-lists.ts'
import { useNow } from '../../live/use-live.ts'
import { momentColumn } from '../blotter/column-kit.tsx'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { listAddress, NEW_LIST } from './list-address.ts'
import { ListDesk } from './ListDesk.tsx'

const toNew = () => navigate(listAddress(NEW_LIST))

/** All lists of the desk, those that it sent and those that it was asked to quote. They are read again when one begins or ends. */
export function ListIndex() {
  const { rows, more, reload } = usePages(listCalls.listLists, 'lists', { query: {} })
  const places = useRfqLists((lists) => lists.places)
  const open = useMemo(() => [...new Set([...(places?.values() ?? [])].map(({ listId }) => listId))].sort().join(), [places])
  useEffect(reload, [open, reload])
  const lists = useMemo(() => (rows.state === 'LOADED' ? listRfqLists().rowsOf({ results: rows.data }) : []), [rows])
  const toBuild = (
    <Button kind="primary" onClick={toNew}>
      New list
    </Button>
  )
  const text = 'Lists that your desk sends, and lists that it is asked to quote, appear here.'
  return (
    <ListDesk title="List RFQs" end={toBuild}>
      <Loaded what="the lists" of={rows} lines={6}>
        <KeptTable<ListRfq>
          label="Lists"
          kept="table-lists"
          columns={columns}
          rows={lists}
          rowId={({ id }) => id}
          onOpen={({ id }) => navigate(listAddress(id))}
          onEnd={more}
          tone={({ state, role }) => (state === 'CLOSED' ? 'closed' : role === 'TAKER' ? 'mine' : undefined)}
          empty={
            <Empty icon={ListTree} title="No lists yet" text={text} action={<Button onClick={toNew}>Build a list from a sheet</Button>} />
          }
        />
      </Loaded>
    </ListDesk>
  )
}

function Left({ list }: { readonly list: ListRfq }) {
  const left = list.expiresAt - useNow(1_000)
  const isOpen = list.state === 'OPEN' && left > 0
  return <StatusBadge tone={isOpen ? 'open' : 'faint'}>{isOpen ? `left ${leftText(left)}` : 'Closed'}</StatusBadge>
}

const sizeOf = ({ lines }: ListRfq): string => quantityText(String(lines.reduce((sum, { rfq }) => sum + Number(rfq.quantity ?? 0), 0)))

const columns: readonly Column<ListRfq>[] = [
  textColumn('name', 'List', 160, ({ name, id }) => name ?? id, { grows: 1, cell: ({ name, id }) => <b>{name ?? id.slice(0, 8)}</b> }),
  textColumn('role', 'From', 120, ({ role, takerDeskName }) => (role === 'TAKER' ? 'My list' : (takerDeskName ?? 'Anonymous'))),
  textColumn('market', 'Market', 90, ({ venue, baseCurrency }) => `${venue} ${baseCurrency}`),
  numberColumn('lines', 'Lines', 60, ({ lines }) => String(lines.length)),
  numberColumn('size', 'Size', 80, sizeOf, { dropsAt: 2 }),
  momentColumn('sent', 'Sent', 120, ({ createdAt }) => createdAt, {
    dropsAt: 1,
    cell: ({ createdAt }) => momentText(createdAt, serverNow()),
  }),
  textColumn('state', 'State', 110, ({ state }) => state, { cell: (list) => <Left list={list} /> }),
]

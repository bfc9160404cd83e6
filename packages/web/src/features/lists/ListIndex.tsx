import { listRfqLists, type ListRfq, pagesOf } from '@parley/client'
import { quantityText } from '@parley/core'
import { ListTree } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { navigate } from '../../components/router.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { leftText, momentText } from '../../components/time-text.ts'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage, type Loadable } from '../../live/loadable.ts'
import { joinLists, useRfqLists } from '../../live/rfq-lists.ts'
import { useNow } from '../../live/use-live.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { listAddress, NEW_LIST } from './list-address.ts'
import { ListBar } from './ListBar.tsx'
import styles from './Lists.module.css'

const MOST = 100

/** The newest lists, read again when one begins or ends. */
function useLists(): Loadable<readonly ListRfq[]> {
  useEffect(joinLists, [])
  const places = useRfqLists((lists) => lists.places)
  const open = useMemo(() => [...new Set([...places.values()].map(({ listId }) => listId))].sort().join(), [places])
  const [held, setHeld] = useState<Loadable<readonly ListRfq[]>>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isWanted = true
    pagesOf(client, listRfqLists({ pageSize: MOST }))
      .next()
      .then(
        ({ value }) => isWanted && setHeld({ state: 'LOADED', data: value ?? [] }),
        (error: unknown) =>
          isWanted &&
          setHeld((before) =>
            before.state === 'LOADED'
              ? before
              : { state: 'FAILED', words: errorMessage(error), retry: () => setTries((count) => count + 1) },
          ),
      )
    return () => void (isWanted = false)
  }, [open, tries])
  return held
}

/** All lists of the desk, those that it sent and those that it was asked to quote. */
export function ListIndex() {
  const lists = useLists()
  const [layout, setLayout] = useKept<TableLayout>('table-lists', plainLayout, parseLayout)
  return (
    <div className={styles['phone']}>
      <ListBar title="List RFQs">
        <span className={styles['space']} />
        <Button kind="primary" onClick={() => navigate(listAddress(NEW_LIST))}>
          New list
        </Button>
      </ListBar>
      {lists.state === 'LOADING' ? (
        <Skeleton lines={6} label="Loading the lists" />
      ) : lists.state === 'FAILED' ? (
        <CouldNotLoad what="the lists" words={lists.words} retry={lists.retry} />
      ) : (
        <DataTable<ListRfq>
          label="Lists"
          columns={columns}
          rows={lists.data}
          layout={layout}
          onLayout={setLayout}
          rowId={({ id }) => id}
          onOpen={({ id }) => navigate(listAddress(id))}
          tone={({ state, role }) => (state === 'CLOSED' ? 'closed' : role === 'TAKER' ? 'mine' : undefined)}
          empty={
            <Empty
              icon={ListTree}
              title="No lists yet"
              text="Lists that your desk sends, and lists that it is asked to quote, appear here."
              action={<Button onClick={() => navigate(listAddress(NEW_LIST))}>Build a list from a sheet</Button>}
            />
          }
        />
      )}
    </div>
  )
}

function Left({ list }: { readonly list: ListRfq }) {
  const now = useNow(1_000)
  return list.state === 'CLOSED' ? (
    <StatusBadge tone="faint">Closed</StatusBadge>
  ) : (
    <StatusBadge tone="open">{`left ${leftText(Math.max(0, list.expiresAt - now))}`}</StatusBadge>
  )
}

const sizeOf = ({ lines }: ListRfq): string => quantityText(String(lines.reduce((sum, { rfq }) => sum + Number(rfq.quantity ?? 0), 0)))

const columns: readonly Column<ListRfq>[] = [
  {
    id: 'name',
    heading: 'List',
    width: 160,
    grows: 1,
    cell: ({ name, id }) => <b>{name ?? id.slice(0, 8)}</b>,
    text: ({ name, id }) => name ?? id,
  },
  {
    id: 'role',
    heading: 'From',
    width: 120,
    cell: ({ role, takerDeskName }) => (role === 'TAKER' ? 'My list' : (takerDeskName ?? 'Anonymous')),
    text: ({ role, takerDeskName }) => (role === 'TAKER' ? 'My list' : (takerDeskName ?? 'Anonymous')),
  },
  {
    id: 'market',
    heading: 'Market',
    width: 90,
    cell: ({ venue, baseCurrency }) => `${venue} ${baseCurrency}`,
    text: ({ venue, baseCurrency }) => `${venue} ${baseCurrency}`,
  },
  { id: 'lines', heading: 'Lines', width: 60, align: 'end', cell: ({ lines }) => lines.length, text: ({ lines }) => String(lines.length) },
  { id: 'size', heading: 'Size', width: 80, align: 'end', dropsAt: 2, cell: sizeOf, text: sizeOf },
  {
    ...momentInFile<ListRfq>('Sent', ({ createdAt }) => createdAt),
    ...{ id: 'sent', heading: 'Sent', width: 120, dropsAt: 1, isClock: true },
    cell: ({ createdAt }) => momentText(createdAt, serverNow()),
  },
  { id: 'state', heading: 'State', width: 110, cell: (list) => <Left list={list} />, text: ({ state }) => state },
]

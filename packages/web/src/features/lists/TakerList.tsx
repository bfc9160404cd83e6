import type { ListRfq } from '@parley/client'
import { countText, type MakerOfList, makersOfList, netText, type QuotedLine, waysToTrade } from '@parley/core'
import { useCallback, useMemo, useState } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import { navigate } from '../../components/router.ts'
import type { Column } from '../../components/table-column.ts'
import { clockText, leftText } from '../../components/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import { LineTable } from './LineTable.tsx'
import { lineAddress, listAddress, NEW_LIST } from './list-address.ts'
import { ListDesk, ListTable } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { TradeList } from './TradeList.tsx'
import { type LineNow, useLinesNow, useNets } from './use-list.ts'

/** The taker's screen of one list: its lines, its makers and the ticket. */
export function TakerList({ list }: { readonly list: ListRfq }) {
  const lines = useLinesNow(list)
  const nets = useNets(list)
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const [chosen, setChosen] = useState('best')
  const isTicked = useCallback(({ line, isOpen }: QuotedLine) => isOpen && !unticked.has(line), [unticked])
  const onTick = useCallback(
    ({ line }: LineNow, isOn: boolean) =>
      setUnticked((before) => new Set(isOn ? [...before].filter((one) => one !== line) : [...before, line])),
    [],
  )
  const ways = useMemo(() => waysToTrade(lines, nets, isTicked), [lines, nets, isTicked])
  const way = ways.find(({ id }) => id === chosen) ?? ways[0]!
  const makers = makersOfList(list.counterparties, lines, ways)
  return (
    <ListDesk
      title={list.name ?? 'List RFQ'}
      head={<ListLife list={list} isOpen={lines.some(({ isOpen }) => isOpen)} />}
      end={<Button onClick={() => navigate(listAddress(NEW_LIST))}>New list</Button>}
      ticket={<TradeList {...{ list, lines, ways, way }} onWay={setChosen} ticked={lines.filter((line) => isTicked(line))} />}
      bottom={
        <ListTable<MakerOfList>
          label="Makers"
          kept="table-list-makers"
          columns={makerColumns(lines)}
          rows={makers}
          rowId={({ maker }) => maker}
        />
      }
    >
      <LineTable
        {...{ lines, isTicked, onTick }}
        best={ways[0]!}
        asked={list.counterparties.length}
        compared={way.kind === 'BEST' ? ways.find(({ kind }) => kind === 'MAKER') : way}
        onOpen={({ rfq }) => navigate(lineAddress(rfq.id))}
      />
    </ListDesk>
  )
}

/** When it was sent, and how long it stays open. */
export function ListLife({ list, isOpen }: { readonly list: ListRfq; readonly isOpen: boolean }) {
  const left = Math.max(0, list.expiresAt - useNow(1_000))
  return (
    <>
      <StatusBadge tone="mine">{`List RFQ · ${countText(list.lines.length, 'line')}`}</StatusBadge>
      <span className={styles['muted']}>
        {`sent ${clockText(list.createdAt)} to ${countText(list.counterparties.length, 'maker')} · ${isOpen ? `left ${leftText(left)}` : 'closed'}`}
      </span>
    </>
  )
}

function makerColumns(lines: readonly LineNow[]): readonly Column<MakerOfList>[] {
  const count = lines.length
  const hasDeclined = (maker: string) => count > 0 && lines.every(({ rfq }) => rfq.declines.some(({ deskName }) => deskName === maker))
  const completeText = ({ complete, quoted }: MakerOfList) =>
    complete !== undefined ? netText(complete) : quoted === 0 ? '—' : quoted < count ? `${count - quoted} missing` : 'less than the size'
  return [
    textColumn('maker', 'Maker', 90, ({ maker }) => maker, { cell: ({ maker }) => <b>{maker}</b> }),
    textColumn('quoted', 'Quoted', 130, ({ maker, quoted }) => (hasDeclined(maker) ? 'Declined' : `${quoted} of ${count}`)),
    numberColumn('best', 'Best on', 80, ({ bestOn }) => String(bestOn)),
    numberColumn('complete', `All ${count}, net`, 130, completeText),
    numberColumn('net', 'Net price', 120, ({ net }) => (net === undefined ? '—' : netText(net))),
  ]
}

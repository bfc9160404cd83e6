import { priceText, quantityText } from '@parley/core'
import { useMemo } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { BareCheckbox } from '../../components/Choice.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { MINUS } from '../../components/figure-text.ts'
import type { Column } from '../../components/table-column.ts'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { SideText } from './cells.tsx'
import { feesText, type LineNow, levelsOf, stateOf, tradeOf, type Way } from './list-figures.ts'
import { moneyText } from '../rfq/ticket/deal.ts'
import styles from './Lists.module.css'

type LineTableProps = {
  readonly lines: readonly LineNow[]
  readonly asked: number
  /** The other way to trade that is compared with the best of each line. */
  readonly compared: Way | undefined
  readonly isTicked: (line: LineNow) => boolean
  readonly onTick: (line: LineNow, isOn: boolean) => void
  readonly onOpen: (line: LineNow) => void
}

/** The lines of the taker's list. The outlined price is the one that would trade. */
export function LineTable({ lines, asked, compared, isTicked, onTick, onOpen }: LineTableProps) {
  const [layout, setLayout] = useKept<TableLayout>('table-list-lines', plainLayout, parseLayout)
  const columns = useMemo(() => columnsOf({ asked, compared, isTicked, onTick }), [asked, compared, isTicked, onTick])
  return (
    <div className={styles['table']}>
      <DataTable<LineNow>
        label="Lines of the list"
        columns={columns}
        rows={lines}
        layout={layout}
        onLayout={setLayout}
        rowId={({ rfq }) => rfq.id}
        onOpen={onOpen}
        tone={(line) => (stateOf(line) === 'CLOSED' || !isTicked(line) ? 'closed' : undefined)}
        empty={null}
      />
    </div>
  )
}

const sideColumn = (side: 'BUY' | 'SELL'): Column<LineNow> => {
  const best = (line: LineNow) => levelsOf(line.levels, side)[0]
  const text = (line: LineNow) => (best(line) === undefined ? '' : priceText(best(line)!.price, line.decimals))
  return {
    id: side === 'BUY' ? 'bid' : 'ask',
    heading: side === 'BUY' ? 'Bid' : 'Ask',
    width: 132,
    align: 'end',
    ink: 'market',
    text,
    cell: (line) => {
      const level = best(line)
      const trade = line.side !== side ? tradeOf(line) : undefined
      if (level === undefined) return '—'
      const makers = new Set(trade?.fills.map(({ maker }) => maker)).size
      return (
        <>
          <span className={classNames(side === 'BUY' ? styles['buy'] : styles['sell'], trade !== undefined && styles['takes'])}>
            {text(line)}
          </span>{' '}
          <small className={styles['muted']}>{`${level.deskName ?? '—'}${makers > 1 ? ` +${makers - 1}` : ''}`}</small>
        </>
      )
    },
  }
}

type Facts = Pick<LineTableProps, 'asked' | 'compared' | 'isTicked' | 'onTick'>

const columnsOf = ({ asked, compared, isTicked, onTick }: Facts): readonly Column<LineNow>[] => [
  {
    id: 'tick',
    heading: 'Trade with the list',
    isHeadingHidden: true,
    isExported: false,
    width: 36,
    text: (line) => (isTicked(line) ? 'yes' : 'no'),
    cell: (line) => (
      <span onClick={(event) => event.stopPropagation()}>
        <BareCheckbox
          aria-label={`Trade row ${rowOf(line)}`}
          checked={stateOf(line) === 'OPEN' && isTicked(line)}
          disabled={stateOf(line) !== 'OPEN'}
          onChange={(isOn) => onTick(line, isOn)}
        />
      </span>
    ),
  },
  { id: 'row', heading: 'Row', width: 44, cell: rowOf, text: (line) => String(rowOf(line)), sortBy: rowOf },
  { id: 'side', heading: 'Side', width: 48, cell: ({ side }) => <SideText side={side} />, text: ({ side }) => side ?? '' },
  { id: 'structure', heading: 'Structure', width: 220, grows: 1, cell: ({ name }) => name, text: ({ name }) => name },
  {
    id: 'size',
    heading: 'Size',
    width: 60,
    align: 'end',
    cell: ({ rfq }) => quantityText(rfq.quantity ?? ''),
    text: ({ rfq }) => rfq.quantity ?? '',
    sortBy: ({ rfq }) => Number(rfq.quantity),
  },
  sideColumn('BUY'),
  sideColumn('SELL'),
  figure('mark', 'Mark', 76, 3, ({ mark, decimals }) => mark?.toFixed(decimals)),
  figure('cost', 'Cost vs mark', 88, 2, costText),
  figure('net', 'Net', 84, 1, (line) => {
    const trade = tradeOf(line)
    return trade && moneyText(trade.money, 4)
  }),
  ...(compared === undefined || compared.kind !== 'MAKER'
    ? []
    : [
        figure('other', compared.maker ?? '', 84, 4, (line) => compared.trades.get(line.line)?.average),
        figure('ticks', 'vs best', 66, 5, (line) => ticksText(line, compared)),
      ]),
  figure('fee', 'Fee', 96, 6, (line) => {
    const fee = line.feeAt(tradeOf(line)?.average ?? String(line.mark ?? 0))
    return fee && feesText(fee)
  }),
  {
    id: 'status',
    heading: 'Status',
    width: 170,
    cell: (line) => {
      const { tone, text } = statusOf(line, asked)
      return (
        <span title={text}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </span>
      )
    },
    text: (line) => statusOf(line, asked).text,
  },
]

export const rowOf = ({ row, line }: LineNow): number => row ?? line

const signed = (text: string): string => text.replace('-', MINUS)
function figure(
  id: string,
  heading: string,
  width: number,
  dropsAt: number,
  textOf: (line: LineNow) => string | undefined,
): Column<LineNow> {
  const text = (line: LineNow) => textOf(line) ?? ''
  return { id, heading, width, dropsAt, align: 'end', ink: 'market', cell: (line) => signed(text(line)) || '—', text }
}

/** What the line costs over its mark, per unit and with the sign of the taker's loss. */
function costText(line: LineNow): string | undefined {
  const trade = tradeOf(line)
  if (trade === undefined || line.mark === undefined) return undefined
  const cost = (line.side === 'BUY' ? 1 : -1) * (Number(trade.average) - line.mark)
  return `${cost >= 0 ? '+' : ''}${cost.toFixed(line.decimals)}`
}

function ticksText(line: LineNow, { trades }: Way): string | undefined {
  const [best, other] = [tradeOf(line), trades.get(line.line)]
  if (best === undefined || other === undefined || line.tick === 0) return undefined
  const ticks = ((line.side === 'BUY' ? 1 : -1) * (Number(other.average) - Number(best.average))) / line.tick
  return Math.abs(ticks) < 0.05 ? 'best' : `+${ticks.toFixed(Number.isInteger(Math.round(ticks * 10) / 10) ? 0 : 1)} t`
}

/** The venue's answer, or how many of the makers that were asked have quoted. */
export function statusOf(line: LineNow, asked: number): { readonly tone: Tone; readonly text: string } {
  const last = line.trades.toSorted((a, b) => b.executedAt - a.executedAt)[0]
  if (last !== undefined) {
    const other = [...new Set(line.trades.map(({ counterpartyDeskName }) => counterpartyDeskName))].join(', ')
    if (last.state === 'REJECTED') return { tone: 'danger', text: `Rejected by ${line.rfq.venue}: ${rejectionText(last)}` }
    return last.state === 'FILLED' ? { tone: 'open', text: `Traded with ${other}` } : { tone: 'mine', text: `Settling with ${other}` }
  }
  if (line.rfq.state !== 'OPEN') return { tone: 'faint', text: line.rfq.closedReason === 'EXPIRED' ? 'Expired' : 'Cancelled' }
  const makers = new Set(line.levels.map(({ deskName }) => deskName)).size
  return { tone: makers === 0 ? 'plain' : 'open', text: `${makers} of ${asked} quoted` }
}

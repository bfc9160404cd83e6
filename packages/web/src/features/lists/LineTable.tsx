import {
  bestFirst,
  countText,
  formatPrice,
  formatQuantity,
  type LineQuote,
  lineTrade,
  type LineTrade,
  netText,
  overMark,
  priceText,
  type Quantity,
  quantityText,
  type Side,
  type WayToTrade,
} from '@parley/core'
import { type ReactNode, useMemo } from 'react'
import type { Tone } from '../../components/Badge.tsx'
import { BareCheckbox } from '../../components/Choice.tsx'
import type { DataTableProps } from '../../components/DataTable.tsx'
import { groupedText, MINUS, signedText } from '../../components/figure-text.ts'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { buttonsColumn, figureColumn, stateColumn } from '../blotter/column-kit.tsx'
import { ListTable, SideText, sideText } from './ListDesk.tsx'
import styles from './Lists.module.css'
import type { LineNow } from './use-list.ts'

type Facts = {
  /** The number of makers that were asked. */
  readonly asked: number
  /** The other way to trade that is compared with the best of each line. */
  readonly compared: WayToTrade | undefined
  readonly isTicked: (line: LineNow) => boolean
  readonly onTick: (line: LineNow, isOn: boolean) => void
}
type LineTableProps = Facts & {
  readonly lines: readonly LineNow[]
  readonly best: WayToTrade
  readonly onOpen: (line: LineNow) => void
}

/** The lines of the taker's list, and the net of those that would trade. The outlined price is the one that would trade. */
export function LineTable({ lines, asked, best, compared, isTicked, onTick, onOpen }: LineTableProps) {
  const [desk, phone] = useMemo(() => {
    const facts = { asked, compared, isTicked, onTick }
    return [columnsOf(facts), phoneColumns(facts)]
  }, [asked, compared, isTicked, onTick])
  return (
    <LinesTable
      {...{ lines, desk, phone, onOpen }}
      kept="list-lines"
      tone={(line) => (line.trades.length === 0 && !isTicked(line) ? 'closed' : undefined)}
      totals={best.lines.length === 0 ? undefined : netRow(best, compared)}
    />
  )
}

type LinesTableProps = Pick<DataTableProps<LineNow>, 'tone' | 'totals'> & {
  readonly lines: readonly LineNow[]
  readonly kept: string
  readonly desk: readonly Column<LineNow>[]
  readonly phone: readonly Column<LineNow>[]
  readonly deskRowPx?: number
  readonly onOpen: (line: LineNow) => void
}

/** The lines of a list. On a phone, each has two lines of text. */
export function LinesTable({ lines, kept, desk, phone, deskRowPx, ...table }: LinesTableProps) {
  const isNarrow = useIsNarrow()
  const rowHeight = isNarrow ? PHONE_ROW_PX : deskRowPx
  return (
    <ListTable<LineNow>
      {...table}
      label="Lines of the list"
      kept={isNarrow ? `${kept}-phone` : `table-${kept}`}
      columns={isNarrow ? phone : desk}
      rows={lines}
      rowId={({ rfq }) => rfq.id}
      {...(rowHeight === undefined ? {} : { rowHeight })}
    />
  )
}

/** A line that would not trade is in none of its figures (rulebook 22.8). Amounts are those of all lines, not of one unit. */
function netRow(best: WayToTrade, compared: WayToTrade | undefined): Readonly<Record<string, ReactNode>> {
  const over = overMark(best)
  const size = best.lines.reduce((sum, { quantity }) => sum + quantity, 0) as Quantity
  const isSame = compared?.lines.length === best.lines.length
  const title = (
    <>
      {`Net of ${countText(best.lines.length, 'line')}`}
      <small className={styles['positive']}>positive: you pay</small>
    </>
  )
  return {
    ...{ structure: title, line: title, takes: netText(best.net) },
    size: quantityText(formatQuantity(size)),
    mark: over === undefined ? '—' : groupedText(best.net / 1e8 - over, 4),
    cost: over === undefined ? '—' : signedText(over, 4),
    net: netText(best.net),
    other: compared && netText(compared.net),
    ticks: isSame ? signedText((compared.net - best.net) / 1e8, 4) : '',
  }
}

const sideColumn = (side: Side): Column<LineNow> => {
  const best = ({ quotes }: LineNow) => bestFirst(quotes, side)[0]
  const text = (line: LineNow) => {
    const quote = best(line)
    return quote === undefined ? '' : priceText(formatPrice(quote.price), line.decimals)
  }
  return numberColumn(side, side === 'BUY' ? 'Bid' : 'Ask', 110, text, {
    ink: 'market',
    cell: (line) => {
      const quote = best(line)
      const trade = line.side !== side ? lineTrade(line) : undefined
      return quote === undefined ? '—' : <BestQuote line={line} quote={quote} trade={trade} />
    },
  })
}

type BestQuoteProps = { readonly line: LineNow; readonly quote: LineQuote; readonly trade: LineTrade | undefined }

/** The price is outlined if it would trade. */
function BestQuote({ line, quote: { side, price, maker }, trade }: BestQuoteProps) {
  const more = new Set(trade?.fills.map((fill) => fill.maker)).size - 1
  return (
    <>
      <span className={classNames(styles[side === 'BUY' ? 'buy' : 'sell'], trade !== undefined && styles['takes'])}>
        {priceText(formatPrice(price), line.decimals)}
      </span>{' '}
      <small className={styles['muted']}>{`${maker ?? '—'}${more > 0 ? ` +${more}` : ''}`}</small>
    </>
  )
}

/** The columns that the tables of takers and makers have in common. */
export const sharedColumns: readonly Column<LineNow>[] = [
  textColumn('row', 'Row', 40, ({ row }) => String(row), { sortBy: ({ row }) => row }),
  textColumn('side', 'Side', 44, ({ side }) => sideText(side), { cell: ({ side }) => <SideText side={side} /> }),
  textColumn('structure', 'Structure', 202, ({ name }) => name, { grows: 1 }),
  numberColumn('size', 'Size', 56, ({ rfq }) => quantityText(rfq.quantity ?? ''), { sortBy: ({ rfq }) => Number(rfq.quantity) }),
]

export type LineStatus = { readonly tone: Tone; readonly text: string }

const PHONE_ROW_PX = 66

/** On a phone: the number, side, size and status of a line, and below them its structure. */
export const lineColumn = (status: (line: LineNow) => LineStatus): Column<LineNow> =>
  textColumn('line', 'Line', 120, ({ name }) => name, {
    grows: 1,
    cell: (line) => (
      <span className={styles['stacked']}>
        <span>
          {line.row} <SideText side={line.side} /> <b>{quantityText(line.rfq.quantity ?? '')}</b>{' '}
          <small className={styles[status(line).tone === 'danger' ? 'problem' : 'muted']}>{status(line).text}</small>
        </span>
        <span>{line.name}</span>
      </span>
    ),
  })

const tickColumn = ({ isTicked, onTick }: Facts): Column<LineNow> =>
  buttonsColumn(
    'Trade with the list',
    36,
    (line) => (
      <BareCheckbox
        aria-label={`Trade row ${line.row}`}
        checked={line.isOpen && isTicked(line)}
        disabled={!line.isOpen}
        onChange={(isOn) => onTick(line, isOn)}
      />
    ),
    { id: 'tick', text: (line) => (isTicked(line) ? 'yes' : 'no') },
  )

const phoneColumns = (facts: Facts): readonly Column<LineNow>[] => [
  tickColumn(facts),
  lineColumn((line) => statusOf(line, facts.asked)),
  numberColumn('takes', 'Price', 116, (line) => ifTraded(line, ({ limit }) => formatPrice(limit)) ?? '', {
    ink: 'market',
    cell: (line) => {
      const quote = bestFirst(line.quotes, line.side === 'SELL' ? 'BUY' : 'SELL')[0]
      return quote === undefined ? '—' : <BestQuote line={line} quote={quote} trade={lineTrade(line)} />
    },
  }),
]

/** A figure of the market. */
const figure = (id: string, heading: string, width: number, dropsAt: number, of: (line: LineNow) => string | undefined) =>
  figureColumn<LineNow>(id, heading, width, of, { ink: 'market', dropsAt, cell: (line) => of(line)?.replace('-', MINUS) ?? '—' })

export const statusColumn = (width: number, of: (line: LineNow) => LineStatus & { readonly title?: string }) =>
  stateColumn(width, of, { id: 'status', heading: 'Status' })

export const markColumn = figure('mark', 'Mark', 76, 3, ({ mark, decimals }) => mark?.toFixed(decimals))

const columnsOf = (facts: Facts, { asked, compared, isTicked } = facts): readonly Column<LineNow>[] => [
  tickColumn(facts),
  ...sharedColumns,
  sideColumn('BUY'),
  sideColumn('SELL'),
  markColumn,
  figure('cost', 'Cost vs mark', 88, 2, costText),
  figure('net', 'Net', 84, 1, (line) => ifTraded(line, ({ net }) => netText(net))),
  ...(compared?.kind !== 'MAKER'
    ? []
    : [
        figure('other', compared.maker ?? '', 84, 4, ({ line, decimals }) => compared.trades.get(line)?.average.toFixed(decimals)),
        figure('ticks', 'vs best', 66, 5, (line) => ticksText(line, compared)),
      ]),
  statusColumn(128, (line) => {
    const { tone, text } = statusOf(line, asked)
    // The text of a pale row has too little contrast on the ground of another tone.
    return { text, title: text, tone: line.trades.length === 0 && !isTicked(line) ? 'faint' : tone }
  }),
]

function ifTraded(line: LineNow, text: (trade: LineTrade) => string): string | undefined {
  const trade = line.isOpen ? lineTrade(line) : undefined
  return trade && text(trade)
}

const lossSign = ({ side }: LineNow): 1 | -1 => (side === 'SELL' ? -1 : 1)

/** The cost of the line over its mark, per unit and with the sign of the taker's loss. */
const costText = (line: LineNow): string | undefined =>
  ifTraded(line, ({ average }) => {
    const cost = lossSign(line) * (average - (line.mark ?? NaN))
    return Number.isNaN(cost) ? '' : `${cost >= 0 ? '+' : ''}${cost.toFixed(line.decimals)}`
  })

const ticksText = (line: LineNow, { trades }: WayToTrade): string | undefined =>
  ifTraded(line, (best) => {
    const other = trades.get(line.line)
    if (other === undefined || line.tick === 0) return ''
    const ticks = (lossSign(line) * (other.average - best.average)) / line.tick
    return Math.abs(ticks) < 0.05 ? 'best' : `+${Number(ticks.toFixed(1))} t`
  })

/** The venue's answer to the newest trade. Undefined without one. */
export function tradedStatus({ trades, rfq }: LineNow): LineStatus | undefined {
  const last = trades.toSorted((a, b) => b.executedAt - a.executedAt)[0]
  if (last === undefined) return undefined
  if (last.state === 'REJECTED') return { tone: 'danger', text: `Rejected by ${rfq.venue}: ${rejectionText(last)}` }
  const names = new Set(trades.flatMap(({ counterpartyDeskName }) => counterpartyDeskName ?? []))
  const others = names.size === 0 ? '' : ` with ${[...names].join(', ')}`
  return last.state === 'FILLED' ? { tone: 'open', text: `Traded${others}` } : { tone: 'mine', text: `Settling${others}` }
}

/** The venue's answer, or how many of the makers that were asked have quoted. */
export function statusOf(line: LineNow, asked: number): LineStatus {
  const { rfq, quotes } = line
  const traded = tradedStatus(line)
  if (traded !== undefined) return traded
  if (rfq.state !== 'OPEN') return { tone: 'faint', text: rfq.closedReason === 'EXPIRED' ? 'Expired' : 'Cancelled' }
  const makers = new Set(quotes.map(({ maker }) => maker)).size
  return { tone: makers === 0 ? 'plain' : 'open', text: `${makers} of ${asked} quoted` }
}

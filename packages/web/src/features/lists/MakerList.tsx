import { cancelNet, cancelOrder, type ListRfq, type Order, type Side } from '@parley/client'
import { priceToNumber, priceText, quantityText, structureTick } from '@parley/core'
import { useMemo, useState } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import type { EnteredNumber } from '../../components/number-text.ts'
import { navigate } from '../../components/router.ts'
import type { Column } from '../../components/table-column.ts'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { send } from '../../live/api.ts'
import { useLive } from '../../live/store.ts'
import { useTradeReason } from '../../live/trade-reasons.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { OnItsWayLine } from '../order-entry/OnItsWayLine.tsx'
import { PriceOnceMore } from '../order-entry/PriceOnceMore.tsx'
import { SettledButton } from '../order-entry/SettledButton.tsx'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import { useMarkOf } from '../structure/use-structure.ts'
import { NoneHere, SideText } from './cells.tsx'
import { type LineNow, netText } from './list-figures.ts'
import { ListBar } from './ListBar.tsx'
import { rowOf } from './LineTable.tsx'
import styles from './Lists.module.css'
import { ListLife } from './TakerList.tsx'
import { useLinesNow, useNets } from './use-list.ts'
import { keyOf, linesText, quotedSides, quoteOf, type TypedPrices, useLineQuotes, useNetQuote } from './use-list-quoting.ts'
import { payText, unitOf } from './use-trading.ts'

const ticketPx = { least: 320, usual: 372, most: 560 } as const
const none: readonly Order[] = []

/** A maker's screen of one list: a price of each line, a net price for the whole list, or both. */
export function MakerList({ list }: { readonly list: ListRfq }) {
  const lines = useLinesNow(list)
  const orders = useLive((live) => live.ordersByRfq)
  const { markOf } = useMarkOf(list)
  const [typed, setTyped] = useState<TypedPrices>(new Map())
  const ordersOf = useMemo(() => (rfqId: string) => orders.get(rfqId) ?? none, [orders])
  const onPrice = useMemo(() => (key: string, price: EnteredNumber) => setTyped((before) => new Map([...before, [key, price]])), [])
  const columns = useMemo(() => columnsOf({ list, typed, ordersOf, onPrice }), [list, typed, ordersOf, onPrice])
  const [layout, setLayout] = useKept<TableLayout>('table-list-quotes', plainLayout, parseLayout)
  const table = (
    <>
      <ListBar title={`List from ${list.takerDeskName ?? 'an anonymous desk'}`}>
        <StatusBadge tone="mine">{`List RFQ · ${linesText(lines.length)}`}</StatusBadge>
        <ListLife list={list} isOpen={lines.some(({ rfq }) => rfq.state === 'OPEN')} />
      </ListBar>
      <div className={styles['table']}>
        <DataTable<LineNow>
          label="Lines of the list"
          columns={columns}
          rows={lines}
          layout={layout}
          onLayout={setLayout}
          rowId={({ rfq }) => rfq.id}
          onOpen={({ rfq }) => navigate(`/rfqs?rfq=${encodeURIComponent(rfq.id)}`)}
          tone={({ rfq }) => (rfq.state === 'OPEN' ? undefined : 'closed')}
          rowHeight={36}
          empty={<NoneHere title="No lines" text="The lines of the list appear here." />}
        />
      </div>
    </>
  )
  const ticket = (
    <section className={styles['send']} aria-label="Quote the list" data-ticket>
      <LineQuotes {...{ list, lines, typed, ordersOf, markOf }} onSent={() => setTyped(new Map())} />
      <NetQuote list={list} lines={lines} />
    </section>
  )
  const ticketSize = usePanelSize('list-quote-width', ticketPx)
  if (useIsNarrow())
    return (
      <div className={styles['phone']}>
        {table}
        {ticket}
      </div>
    )
  return (
    <DeskLayout ticket={ticket} ticketSize={ticketSize}>
      {table}
    </DeskLayout>
  )
}

type LineQuotesProps = Parameters<typeof useLineQuotes>[1] & { readonly list: ListRfq; readonly onSent: () => void }

function LineQuotes({ list, onSent, ...facts }: LineQuotesProps) {
  const { lines, ordersOf } = facts
  const { drafts, sender, send: sendQuotes } = useLineQuotes(list, facts)
  const closed = useMakerReason(lines)
  const { isBusy, run } = useCancelling('list-quotes')
  const own = lines.flatMap(({ rfq, ...line }) => quotedSides(line).flatMap((side) => quoteOf(ordersOf(rfq.id), side) ?? []))
  const count = drafts.lines.length
  const quoted = new Set(own.map(({ rfqId }) => rfqId)).size
  const outcome = sender.last?.placed ?? []
  const refused = outcome.filter(({ refusal }) => refusal !== undefined)
  return (
    <>
      <h3>Line by line</h3>
      <p className={styles['muted']}>
        {`You quote ${quoted} of ${linesText(lines.length)}. ${quoted === lines.length ? 'That is a complete offer for the list.' : 'Quotes on all lines make a complete offer.'}`}
      </p>
      <SettledButton
        kind="primary"
        size="large"
        meaning="Quote lines"
        isBusy={sender.sending !== undefined}
        disabledReason={closed ?? drafts.problem ?? (count === 0 ? 'Enter a price in a line first.' : undefined)}
        onClick={() => void sendQuotes().then((isSent) => isSent && onSent())}
      >
        {`Quote ${count} ${count === 1 ? 'price' : 'prices'} on ${linesText(new Set(drafts.rows).size)}`}
      </SettledButton>
      {drafts.problem !== undefined && (
        <p className={styles['warn']} role="status">
          {drafts.problem}
        </p>
      )}
      <OnItsWayLine of={sender} className={styles['muted']} />
      {outcome.length > 0 && (
        <p className={refused.length > 0 ? styles['problem'] : styles['muted']} role="status">
          {`${outcome.length - refused.length} of ${outcome.length} quotes accepted.`}
          {refused.map(({ row, refusal }) => ` Line ${row}: ${refusal}`)}
        </p>
      )}
      {own.length > 0 && (
        <Button isBusy={isBusy(list.id)} onClick={() => void run(list.id, () => Promise.all(own.map((order) => send(cancelOrder(order)))))}>
          {`Cancel my ${own.length} line ${own.length === 1 ? 'quote' : 'quotes'}`}
        </Button>
      )}
    </>
  )
}

function NetQuote({ list, lines }: { readonly list: ListRfq; readonly lines: readonly LineNow[] }) {
  const own = useNets(list.id, list.netPrices)[0]
  const [price, setPrice] = useState<EnteredNumber>('')
  const net = useNetQuote(list, lines, price, own)
  const closed = useMakerReason(lines)
  const { isBusy, run } = useCancelling('list-net')
  const unit = unitOf(list)
  const shown = price === undefined || price === '' ? undefined : price
  return (
    <>
      <h3>The whole list</h3>
      <p className={styles['muted']}>
        {own === undefined ? 'You have no net price for this list.' : `Your net price: the taker would ${payText(own.netPrice, unit)}.`}
      </p>
      <NumberField
        label={`Net price (${unit}), positive if the taker pays`}
        value={price}
        step="0.0001"
        stepFrom={net.mark?.toFixed(4)}
        hint={net.mark === undefined ? undefined : `mark ${net.mark.toFixed(4)}`}
        onChange={setPrice}
      />
      {net.says !== undefined && <p className={styles['warn']}>{net.says}</p>}
      {net.isTypedTwice && <PriceOnceMore of="Net price" typed={net.typed} step="0.0001" />}
      <SettledButton
        kind="primary"
        size="large"
        meaning={own === undefined ? 'Quote net' : 'Replace net'}
        isBusy={net.sender.sending !== undefined}
        disabledReason={closed ?? net.reason}
        onClick={() => shown !== undefined && void net.sender.send(shown)}
      >
        {shown === undefined
          ? 'Quote a net price'
          : `${own === undefined ? 'Quote' : `Replace ${netText(own.netPrice)} by`} net ${netText(shown)}: the taker would ${payText(shown, unit)} for all ${lines.length}`}
      </SettledButton>
      <OnItsWayLine of={net.sender} className={styles['muted']} />
      {net.sender.last?.words !== undefined && (
        <p className={styles['problem']} role="alert">
          {net.sender.last.words}
        </p>
      )}
      {own !== undefined && (
        <Button isBusy={isBusy(own.id)} onClick={() => void run(own.id, () => send(cancelNet(list.id)))}>
          Cancel my net price
        </Button>
      )}
    </>
  )
}

const useMakerReason = (lines: readonly LineNow[]): string | undefined =>
  useTradeReason({ audience: 'DIRECT', products: [...new Set(lines.flatMap(({ rfq }) => rfq.productCodes))] })

type Facts = {
  readonly list: ListRfq
  readonly typed: TypedPrices
  readonly ordersOf: (rfqId: string) => readonly Order[]
  readonly onPrice: (key: string, price: EnteredNumber) => void
}

const columnsOf = ({ list, typed, ordersOf, onPrice }: Facts): readonly Column<LineNow>[] => [
  { id: 'line', heading: 'Line', width: 44, cell: rowOf, text: (line) => String(rowOf(line)), sortBy: rowOf },
  ...(list.showsSides
    ? [
        {
          id: 'side',
          heading: 'Taker',
          width: 52,
          cell: ({ side }: LineNow) => <SideText side={side} />,
          text: ({ side }: LineNow) => side ?? '',
        },
      ]
    : []),
  { id: 'structure', heading: 'Structure', width: 210, grows: 1, cell: ({ name }) => name, text: ({ name }) => name },
  {
    id: 'size',
    heading: 'Size',
    width: 60,
    align: 'end',
    cell: ({ rfq }) => quantityText(rfq.quantity ?? ''),
    text: ({ rfq }) => rfq.quantity ?? '',
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 76,
    align: 'end',
    ink: 'market',
    dropsAt: 1,
    cell: ({ mark, decimals }) => mark?.toFixed(decimals) ?? '—',
    text: ({ mark }) => String(mark ?? ''),
  },
  ...(['BUY', 'SELL'] as const).map((side): Column<LineNow> => ({
    id: side,
    heading: side === 'BUY' ? 'My bid' : 'My ask',
    width: 118,
    align: 'end',
    cell: (line) => <PriceCell {...{ line, side, typed, onPrice }} held={quoteOf(ordersOf(line.rfq.id), side)} />,
    text: (line) => quoteOf(ordersOf(line.rfq.id), side)?.price ?? '',
  })),
  {
    id: 'status',
    heading: 'Status',
    width: 120,
    cell: (line) => (
      <StatusBadge tone={line.rfq.state === 'OPEN' ? 'open' : 'faint'}>{statusText(line, ordersOf(line.rfq.id))}</StatusBadge>
    ),
    text: (line) => statusText(line, ordersOf(line.rfq.id)),
  },
]

function statusText(line: LineNow, orders: readonly Order[]): string {
  const [trade] = line.trades
  if (trade !== undefined)
    return trade.state === 'REJECTED' ? `Rejected by ${line.rfq.venue}` : trade.state === 'FILLED' ? 'Traded' : 'Settling'
  if (line.rfq.state !== 'OPEN') return 'Closed'
  return quotedSides(line).some((side) => quoteOf(orders, side) !== undefined) ? 'Quoted' : 'New'
}

type PriceCellProps = Pick<Facts, 'typed' | 'onPrice'> & { readonly line: LineNow; readonly side: Side; readonly held: Order | undefined }

/** A price that was not typed is that of the resting quote. */
function PriceCell({ line, side, held, typed, onPrice }: PriceCellProps) {
  if (!quotedSides(line).includes(side)) return <>—</>
  const key = keyOf(line, side)
  const shown = typed.has(key) ? typed.get(key) : (held?.price ?? '')
  // Keys of the field do not move through the rows.
  return (
    <span className={styles['cell']} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <NumberField
        size="small"
        aria-label={`${side === 'BUY' ? 'Bid' : 'Ask'} for line ${rowOf(line)}`}
        value={shown}
        step={line.structure === undefined ? '0.0001' : String(priceToNumber(structureTick(line.structure)))}
        stepFrom={line.mark?.toFixed(line.decimals)}
        placeholder={line.mark === undefined ? '' : priceText(line.mark.toFixed(line.decimals), line.decimals)}
        disabled={line.rfq.state !== 'OPEN'}
        onChange={(price) => onPrice(key, price)}
      />
    </span>
  )
}

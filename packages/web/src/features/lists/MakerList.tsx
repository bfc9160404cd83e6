import { cancelNet, cancelOrders, type ListRfq, type Order, type Side } from '@parley/client'
import { countText, netText, payText, price as priceOf, priceText, priceToNumber, structureTick } from '@parley/core'
import { useMemo, useState } from 'react'
import { groupedText } from '../../components/figure-text.ts'
import { Remark } from '../../components/Remark.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { numberColumn } from '../../components/number-column.ts'
import type { EnteredNumber } from '../../components/number-text.ts'
import { navigate } from '../../components/router.ts'
import type { Column } from '../../components/table-column.ts'
import { useLive } from '../../live/store.ts'
import { CancelButton } from '../order-entry/CancelButton.tsx'
import { ASK_APPROVAL } from '../order-entry/approval.ts'
import { OnItsWayLine } from '../order-entry/OnItsWayLine.tsx'
import { GuardLines } from '../order-entry/PriceOnceMore.tsx'
import { SentLines } from '../order-entry/SentLines.tsx'
import { SettledButton } from '../order-entry/SettledButton.tsx'
import { isTypedAgain } from '../order-entry/typed-again.ts'
import { sideWord } from '../rfq/ticket/quote-lines.ts'
import { useNeedsApprovalTogether } from '../rfq/use-notional-reasons.ts'
import { useMarkOf } from '../structure/use-structure.ts'
import { lineColumn, LinesTable, type LineStatus, markColumn, sharedColumns, statusColumn, tradedStatus } from './LineTable.tsx'
import { lineAddress } from './list-address.ts'
import { ListDesk } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { ListLife } from './TakerList.tsx'
import { type DraftsOf, keyOf, quoteOf, sidesOfLine, type TypedPrices, useLineQuotes, useNetQuote } from './use-list-quoting.ts'
import { type LineNow, unitOf, useLinesNow, useLinesReason, useNets } from './use-list.ts'

const none: readonly Order[] = []

/** A maker's screen of one list: a price of each line, a net price for the whole list, or both. */
export function MakerList({ list }: { readonly list: ListRfq }) {
  const lines = useLinesNow(list)
  const orders = useLive((live) => live.ordersByRfq)
  const { markOf } = useMarkOf(list)
  const [typed, setTyped] = useState<TypedPrices>(new Map())
  const ordersOf = useMemo(() => (rfqId: string) => orders.get(rfqId) ?? none, [orders])
  const type = useMemo(
    () =>
      (key: string, price: EnteredNumber, again: EnteredNumber = '') =>
        setTyped((before) => new Map([...before, [key, { price, again }]])),
    [],
  )
  const [desk, phone] = useMemo(() => {
    const facts = { typed, ordersOf, type }
    return [columnsOf(list, facts), phoneColumns(facts)]
  }, [list, typed, ordersOf, type])
  return (
    <ListDesk
      title={`List from ${list.takerDeskName ?? 'an anonymous desk'}`}
      head={<ListLife list={list} isOpen={lines.some(({ rfq }) => rfq.state === 'OPEN')} />}
      ticket={
        <section className={styles['send']} aria-label="Quote the list" data-ticket>
          <LineQuotes {...{ list, lines, typed, ordersOf, markOf, type }} onSent={() => setTyped(new Map())} />
          <NetQuote list={list} lines={lines} />
        </section>
      }
    >
      <LinesTable
        {...{ lines, desk, phone }}
        kept="list-quotes"
        deskRowPx={36}
        onOpen={({ rfq }) => navigate(lineAddress(rfq.id))}
        tone={({ rfq }) => (rfq.state === 'OPEN' ? undefined : 'closed')}
      />
    </ListDesk>
  )
}

type Type = (key: string, price: EnteredNumber, again?: EnteredNumber) => void
type LineQuotesProps = DraftsOf & { readonly list: ListRfq; readonly type: Type; readonly onSent: () => void }

function LineQuotes({ list, type, onSent, ...facts }: LineQuotesProps) {
  const { lines, typed, ordersOf } = facts
  const { drafts, sender, send: sendQuotes } = useLineQuotes(list, facts)
  const closed = useLinesReason(lines)
  const own = lines.flatMap(({ rfq, ...line }) => sidesOfLine(line).flatMap((side) => quoteOf(ordersOf(rfq.id), side) ?? []))
  const quoted = new Set(own.map(({ rfqId }) => rfqId)).size
  const outcome = sender.last?.placed ?? []
  const refused = outcome.filter(({ refusal }) => refusal !== undefined)
  const complete = quoted === lines.length ? 'That is a complete offer for the list.' : 'Quotes on all lines make a complete offer.'
  return (
    <>
      <h3>Line by line</h3>
      <Remark>{`You quote ${quoted} of ${countText(lines.length, 'line')}. ${complete}`}</Remark>
      {drafts.far.map(({ key, side, row, says, again }) => (
        <GuardLines
          key={key}
          {...{ says, isTypedTwice: true }}
          of={`${sideWord[side]} for line ${row}`}
          step="0.0001"
          typed={{ again, type: (next) => type(key, typed.get(key)?.price, next), is: (price) => isTypedAgain(again, price) }}
        />
      ))}
      <SettledButton
        kind="primary"
        size="large"
        meaning="Quote lines"
        isBusy={sender.sending !== undefined}
        disabledReason={closed ?? drafts.problem ?? (drafts.orders.length === 0 ? 'Enter a price in a line first.' : undefined)}
        onClick={() => void sendQuotes().then((isSent) => isSent && onSent())}
      >
        {`Quote ${countText(drafts.orders.length, 'price')} on ${countText(new Set(drafts.rows).size, 'line')}`}
      </SettledButton>
      <Remark tone="warn" role="status">
        {drafts.problem}
      </Remark>
      <OnItsWayLine of={sender} className={styles['muted']} />
      {outcome.length > 0 && (
        <Remark tone={refused.length > 0 ? 'danger' : 'muted'} role="status">
          {`${outcome.length - refused.length} of ${outcome.length} quotes accepted.`}
          {refused.map(({ row, refusal }) => ` Line ${row}: ${refusal}`)}
        </Remark>
      )}
      {own.length > 0 && (
        <CancelButton of={['list-quotes', list.id]} command={cancelOrders({ audience: 'DIRECT', listId: list.id })}>
          {`Cancel my ${countText(own.length, 'line quote')}`}
        </CancelButton>
      )}
    </>
  )
}

function NetQuote({ list, lines }: { readonly list: ListRfq; readonly lines: readonly LineNow[] }) {
  const own = useNets(list)[0]
  const [price, setPrice] = useState<EnteredNumber>('')
  const net = useNetQuote(list, lines, price, own)
  const closed = useLinesReason(lines)
  const unit = unitOf(list)
  const isAbove = useNeedsApprovalTogether(list)
  const asks = isAbove(lines.map(({ structure, rfq: { quantity } }) => ({ structure, quantity })))
  const entered = price === undefined || price === '' ? undefined : (priceOf(price) as never)
  return (
    <>
      <h3>The whole list</h3>
      <Remark>
        {own === undefined ? 'You have no net price for this list.' : `Your net price: the taker would ${payText(own.net, unit)}.`}
      </Remark>
      <NumberField
        label={`Net price (${unit}), positive if the taker pays`}
        value={price}
        step={net.step}
        stepFrom={net.mark?.toFixed(4)}
        hint={net.mark === undefined ? undefined : `mark ${groupedText(net.mark, 4)}`}
        onChange={setPrice}
      />
      <GuardLines {...net} of="Net price" />
      <SettledButton
        kind="primary"
        size="large"
        meaning={`${asks ? 'Ask ' : ''}${own === undefined ? 'Quote net' : 'Replace net'}`}
        isBusy={net.sender.sending !== undefined}
        disabledReason={closed ?? net.reason}
        onClick={() => entered !== undefined && void net.sender.send(price!)}
      >
        {entered === undefined
          ? 'Quote a net price'
          : `${asks ? `${ASK_APPROVAL}: ` : ''}${own === undefined ? 'Quote' : `Replace ${netText(own.net)} with`} net ${netText(entered)}: the taker would ${payText(entered, unit)} for all ${lines.length}`}
      </SettledButton>
      <SentLines of={net.sender} className={styles['muted']} refusedClassName={styles['problem']} />
      {own !== undefined && (
        <CancelButton of={['list-net', own.id]} command={cancelNet(list.id)}>
          Cancel my net price
        </CancelButton>
      )}
    </>
  )
}

type Facts = Pick<DraftsOf, 'typed' | 'ordersOf'> & { readonly type: Type }

const priceColumns = (facts: Facts, width: number): readonly Column<LineNow>[] =>
  (['BUY', 'SELL'] as const).map((side) =>
    numberColumn<LineNow>(
      side,
      `My ${sideWord[side].toLowerCase()}`,
      width,
      ({ rfq }) => quoteOf(facts.ordersOf(rfq.id), side)?.price ?? '',
      { cell: (line) => <PriceCell {...facts} line={line} side={side} /> },
    ),
  )

const phoneColumns = (facts: Facts): readonly Column<LineNow>[] => [lineColumn((line) => statusOf(line, facts)), ...priceColumns(facts, 92)]

const columnsOf = (list: ListRfq, facts: Facts): readonly Column<LineNow>[] => [
  ...sharedColumns
    .filter(({ id }) => list.showsSides || id !== 'side')
    .map((one) => (one.id === 'row' ? { ...one, heading: 'Line' } : one)),
  markColumn,
  ...priceColumns(facts, 118),
  statusColumn(120, (line) => ({ ...statusOf(line, facts), title: statusOf(line, facts).text })),
]

function statusOf(line: LineNow, { ordersOf }: Facts): LineStatus {
  const isQuoted = sidesOfLine(line).some((side) => quoteOf(ordersOf(line.rfq.id), side) !== undefined)
  const untraded =
    line.rfq.state === 'OPEN'
      ? ({ tone: 'open', text: isQuoted ? 'Quoted' : 'New' } as const)
      : ({ tone: 'faint', text: 'Closed' } as const)
  return tradedStatus(line) ?? untraded
}

type PriceCellProps = Facts & { readonly line: LineNow; readonly side: Side }

/** A price that was not typed is that of the resting quote. */
function PriceCell({ line, side, typed, ordersOf, type }: PriceCellProps) {
  if (!sidesOfLine(line).includes(side)) return <>—</>
  const key = keyOf(line, side)
  const held = quoteOf(ordersOf(line.rfq.id), side)
  const mark = line.mark?.toFixed(line.decimals)
  // Keys of the field do not move through the rows.
  return (
    <span className={styles['cell']} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <NumberField
        size="small"
        aria-label={`${sideWord[side]} for line ${line.row}`}
        value={typed.has(key) ? typed.get(key)!.price : (held?.price ?? '')}
        step={line.structure === undefined ? '0.0001' : String(priceToNumber(structureTick(line.structure)))}
        stepFrom={mark}
        placeholder={mark === undefined ? '' : priceText(mark, line.decimals)}
        disabled={line.rfq.state !== 'OPEN'}
        onChange={(price) => type(key, price)}
      />
    </span>
  )
}

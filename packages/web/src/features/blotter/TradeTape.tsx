import type { AnyTapeTrade, AnyTrade, Leg } from '@parley/client'
import { priceText, quantityText, strategyName, structureText } from '@parley/core'
import { Activity } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSeenVenues } from '../../live/open-markets.ts'
import { useScreen } from '../../live/screen-state.ts'
import { classNames } from '../../theme/class-names.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import { Chip } from '../../components/Chip.tsx'
import type { Column } from '../../components/table-column.ts'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import { filledAt } from '../../live/store.ts'
import { useRfq, useTrades } from '../../live/use-live.ts'
import { signedPriceText } from '../structure/structure-text.ts'
import { dollarText } from '../../components/figure-text.ts'
import { Blotter } from './Blotter.tsx'
import { Age, flowColumn, Moment, Side, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { PastEmpty } from './PastEmpty.tsx'
import { PeriodFilter } from './LazyPeriodFilter.tsx'
import { useToolbar } from './toolbar.ts'
import { kindOf, tradeDecimals, tradeLegs } from './trade-labels.ts'
import { againColumn } from './again-column.tsx'
import { tradeTexts } from './export-columns.ts'
import { copiedOfRow, openTapeTrade, tradeRowKey } from './row-actions.ts'
import { ivText } from '../trade/trade-iv.ts'
import { useTapeHistory } from './use-histories.ts'
import { dollarValue } from '../trade/dollar-value.ts'

const valueOf = (row: AnyTapeTrade) => dollarValue({ ...row, kind: kindOf(row) })
/** With as many decimals as a price has. */
const markOf = (row: AnyTapeTrade): string | undefined =>
  row.markPrice === undefined ? undefined : Number(row.markPrice).toFixed(tradeDecimals(row))
const vsMark = (row: AnyTapeTrade): string | undefined =>
  row.markPrice === undefined ? undefined : (Number(row.price) - Number(row.markPrice)).toFixed(tradeDecimals(row))

/** Narrower than in the desk's own lists, because the volatility has to fit a 1280 px window next to the ticket. */
const widths: Readonly<Record<string, number>> = { time: 96, strategy: 106, structure: 192, side: 50, size: 64, price: 84, mark: 80 }
/** The order in which columns are dropped in a narrow window. */
const leaves: Readonly<Record<string, number>> = { index: 7, flow: 6, venue: 5, 'vs-mark': 4, mark: 3, value: 2 }

const allColumns: readonly Column<AnyTapeTrade>[] = [
  timeColumn('Time', filledAt),
  flowColumn<AnyTapeTrade>(),
  ...placeColumns<AnyTapeTrade>(),
  ...tradeColumns<AnyTapeTrade>(),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<AnyTapeTrade>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<AnyTapeTrade>('mark', 'Mark', markOf, tradeDecimals, 'muted'),
  {
    id: 'vs-mark',
    heading: 'vs mark',
    width: 84,
    align: 'end',
    cell: (row) => (
      <span className={styles['muted']}>{vsMark(row) === undefined ? '—' : signedPriceText(vsMark(row)!, tradeDecimals(row))}</span>
    ),
    text: (row) => vsMark(row) ?? '',
    sortBy: (row) => (vsMark(row) === undefined ? undefined : Number(vsMark(row))),
  },
  priceColumn<AnyTapeTrade>(
    'index',
    'Index',
    (row) => row.indexPrice,
    () => 2,
    'muted',
  ),
  {
    id: 'iv',
    heading: 'IV',
    width: 94,
    align: 'end',
    cell: (row) => (
      <span
        className={classNames(styles['muted'], styles['lines'])}
        title={`Implied volatility of each leg when it traded: ${ivText(row) ?? 'not known'}`}
      >
        {ivText(row) === undefined ? '—' : ivLines(ivText(row)!)}
      </span>
    ),
    text: (row) => ivText(row) ?? '',
  },
  {
    id: 'value',
    heading: 'Value',
    width: 80,
    align: 'end',
    cell: (row) => {
      const value = valueOf(row)
      return <span title="Option premium or future size, in USD">{value === undefined ? '—' : dollarText(value)}</span>
    },
    text: (row) => valueOf(row)?.toFixed(0) ?? '',
    sortBy: valueOf,
  },
  againColumn<AnyTapeTrade>(copiedOfRow),
  ...tradeTexts<AnyTapeTrade>(),
]

const columns = allColumns.map((column): Column<AnyTapeTrade> => {
  const dropsAt = leaves[column.id]
  return { ...column, width: widths[column.id] ?? column.width, ...(dropsAt === undefined ? {} : { dropsAt }) }
})

/** Four legs fill two lines of the column. For more legs the end shows how many are left. */
const IVS = 4
function ivLines(text: string): string {
  const all = text.split(' / ')
  const left = all.length - IVS
  const shown = left > 0 ? [...all.slice(0, IVS - 1), `+${left + 1}`] : all
  // A line may break after a slash.
  return shown.join('/\u200b')
}

const rowId = (row: AnyTapeTrade): string => row.id

/** Every settled trade of the network, without parties. The desk's own trades are marked. */
export function TradeTape() {
  const [choice, choose] = useFlowChoice()
  const { isTight } = useToolbar()
  const trades = useTrades()
  const spreadTrades = useSpreadDeals((deals) => deals.trades)
  const own = useMemo(
    () => new Map([...trades.values(), ...spreadTrades.values()].map((trade): [string, AnyTrade] => [trade.tapeId, trade])),
    [trades, spreadTrades],
  )
  const currency = useScreen((state) => state.currency)
  const { rows, more } = useTapeHistory(choice)
  const chosen = useRfq(useScreen((state) => state.ticketRfq)?.id)
  const seen = useSeenVenues()
  const [isSame, setSame] = useState(false)
  const same = isSame && chosen !== undefined ? structureSignature(chosen.legs) : undefined
  const shown = useMemo(() => {
    const isShown = (row: AnyTapeTrade) =>
      (currency === 'ALL' || row.baseCurrency === currency) &&
      (seen(row.venue) || own.has(row.id)) &&
      (same === undefined || signatureOfTrade(row) === same)
    return rows.state === 'LOADED' ? { ...rows, data: rows.data.filter(isShown) } : rows
  }, [rows, currency, same, seen, own])
  return (
    <Blotter
      name="trade-tape"
      label="the trade tape"
      columns={columns}
      rows={shown}
      rowId={rowId}
      compact={(row) => <CompactTrade row={row} />}
      more={more}
      onOpen={(row) => openTapeTrade(row, own.get(row.id))}
      onRowKey={tradeRowKey}
      tone={(row) => (own.has(row.id) ? 'mine' : undefined)}
      actions={
        <>
          {chosen !== undefined && (
            <Chip isOn={isSame} onClick={() => setSame(!isSame)}>
              {isTight ? (
                <>
                  Same<span className="visually-hidden"> structure</span>
                </>
              ) : (
                'Same structure'
              )}
            </Chip>
          )}
          <PeriodFilter />
          <FlowFilter choice={choice} onChoice={choose} />
        </>
      }
      empty={<PastEmpty icon={Activity} title="No trades yet" text="Every trade that settles on the network appears here." />}
    />
  )
}

function CompactTrade({ row }: { readonly row: AnyTapeTrade }) {
  const legs = tradeLegs(row)
  const value = valueOf(row)
  return (
    <div className={styles['compact']}>
      <Moment at={filledAt(row)} />
      <span>
        <VenueBadge venue={row.venue} /> <b className={styles['strong']}>{`${row.baseCurrency} ${strategyName({ ...row, legs })}`}</b>
      </span>
      <span>
        <Side side={row.side} /> <b className={styles['strong']}>{priceText(row.price, tradeDecimals(row))}</b>
      </span>
      <Age at={filledAt(row)} />
      <span className={styles['muted']}>{structureText(legs)}</span>
      <span className={styles['muted']}>
        {quantityText(row.quantity)} {value === undefined ? '' : dollarText(value)}
      </span>
    </div>
  )
}

/** Equal for structures with the same legs and ratios, in any order and direction. Hedges are ignored. */
function structureSignature(legs: readonly Pick<Leg, 'instrumentName' | 'ratio' | 'side' | 'price'>[]): string {
  const own = legs.filter(({ price }) => price === undefined).toSorted((a, b) => a.instrumentName.localeCompare(b.instrumentName))
  const way = own[0]?.side
  return own.map(({ instrumentName, ratio, side }) => `${instrumentName} ${Number(ratio)} ${side === way ? 'same' : 'against'}`).join()
}

const signatureOfTrade = (trade: AnyTapeTrade): string => structureSignature(tradeLegs(trade))

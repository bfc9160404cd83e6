import { Activity, Scale, Stamp } from 'lucide-react'
import { priceToNumber, type Quantity, quantityToNumber } from '@parley/core'
import { useMemo } from 'react'
import { groupedText, signedText } from '../../components/figure-text.ts'
import { figureText, gainText, orDash } from '../../components/known-figure.ts'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { useNow } from '../../live/use-live.ts'
import { timeColumn } from '../blotter/cells.tsx'
import {
  buttonsColumn,
  dropping,
  exactAmount,
  exactPrice,
  failureColumn,
  linesColumn,
  orderSideColumn,
  tradeStateColumn,
} from '../blotter/column-kit.tsx'
import type { SpreadTrade, Strategy, TapeLine } from './model.ts'
import { type Placed, placeColumns, placedIn, SpreadList } from './placed.tsx'
import { positionsOf, type Profit, profitOf, type SpreadPosition } from './positions.ts'
import { PositionButtons } from './PositionButtons.tsx'
import styles from './SpreadPanel.module.css'
import { useSpreadMarket } from './spread-store.ts'
import { useKnownStrategies } from './use-spreads.ts'
import { decimalsFor, profitText, rateText, ratesAt, rejectionOf, spreadPriceText } from './strategy-text.ts'

type TapeRow = TapeLine & Placed & { readonly rate: number | undefined; readonly isOwn: boolean }

const tapeColumns: readonly Column<TapeRow>[] = [
  timeColumn('Time', ({ at }) => at),
  ...placeColumns<TapeRow>(60, 188),
  numberColumn('price', 'Price', 92, ({ price, strategy }) => spreadPriceText(price, strategy), 'price'),
  numberColumn('yield', 'Yield', 80, ({ rate }) => rateText(rate), 'rate'),
  exactAmount('amount', 'Amount', 100, ({ amount }) => amount),
]

/** All settled trades, without desks and sides. Trades of the desk are marked. */
export function TradeTape() {
  const { tape, trades, values } = useSpreadMarket('tape', 'trades', 'values')
  const strategies = useKnownStrategies()
  const now = useNow(60_000)
  const rows = useMemo(() => {
    const own = new Set([...trades.values()].map(({ id }) => id))
    return placedIn(tape, strategies).map((line): TapeRow => {
      const { rate } = ratesAt(line.price, line.strategy, values.get(line.strategy.id)?.nearMark, now)
      return { ...line, rate, isOwn: own.has(line.id) }
    })
  }, [tape, trades, strategies, values, now])
  return (
    <SpreadList<TapeRow>
      name="spread-tape"
      label="the spread trade tape"
      columns={tapeColumns}
      rows={rows}
      tone={({ isOwn }) => (isOwn ? 'mine' : undefined)}
      empty={{ icon: Activity, title: 'No trades yet', text: 'Settled spread trades appear here, without names.' }}
    />
  )
}

type TradeRow = SpreadTrade & Placed

/** `BTC-26DEC25 91,652.30`, one for each leg. */
const legTexts = ({ legs }: TradeRow): readonly string[] => legs.map(({ name, price }) => `${name} ${groupedText(priceToNumber(price), 2)}`)

const allTradeColumns: readonly Column<TradeRow>[] = [
  timeColumn('Traded', ({ executedAt }) => executedAt),
  ...placeColumns<TradeRow>(60, 188),
  orderSideColumn(56, ({ side }) => side),
  exactAmount('amount', 'Amount', 100, ({ amount }) => amount),
  exactPrice(
    'price',
    'Price',
    92,
    ({ price }) => price,
    ({ price, strategy }) => spreadPriceText(price, strategy),
  ),
  linesColumn('legs', 'Legs', 240, legTexts, { grows: 1 }),
  textColumn('role', 'Role', 62, ({ role }) => role, { cell: ({ role }) => (role === 'MAKER' ? 'Maker' : 'Taker') }),
  tradeStateColumn(90, (trade) => [trade.state, rejectionOf(trade)]),
  failureColumn('reason', 'Venue message', 122, (trade) => rejectionOf(trade) ?? '', { grows: 1 }),
]
const tradeColumns = dropping(allTradeColumns, ['role', 'legs', 'reason'])

/** The desk's own trades. If the venue rejects a trade, both orders are cancelled. */
export function MyTrades() {
  const trades = useSpreadMarket((market) => market.trades)
  const strategies = useKnownStrategies()
  const rows = useMemo(() => placedIn(trades.values(), strategies).toSorted((a, b) => b.executedAt - a.executedAt), [trades, strategies])
  const text = 'Your desk’s trades appear here, with their legs and settlement status.'
  return (
    <SpreadList<TradeRow>
      name="spread-trades"
      label="your spread trades"
      columns={tradeColumns}
      rows={rows}
      empty={{ icon: Stamp, title: 'No desk trades yet', text }}
    />
  )
}

type PositionRow = SpreadPosition & {
  readonly mark: number | undefined
  readonly result: Profit | undefined
  /** The result as a number, in the coin and in USD. */
  readonly profit: number | undefined
  readonly dollars: number | undefined
}

const signedAmount = (amount: Quantity, { margin }: Strategy): string => signedText(quantityToNumber(amount), margin === 'INVERSE' ? 0 : 3)
const priceOf = (price: number | undefined, strategy: Strategy): string => figureText(price, decimalsFor(strategy) + 1)

const positionColumns: readonly Column<PositionRow>[] = [
  ...placeColumns<PositionRow>(60, 188),
  numberColumn('net', 'Net', 110, ({ net, strategy }) => signedAmount(net, strategy), 'net'),
  numberColumn('average', 'Average', 100, ({ average, strategy }) => priceOf(average, strategy), 'average'),
  numberColumn('mark', 'Mark', 100, ({ mark, strategy }) => priceOf(mark, strategy), 'mark'),
  numberColumn('profit', 'Unrealised PnL', 130, ({ result }) => orDash(result, profitText), 'profit'),
  numberColumn('dollars', 'In USD', 84, ({ dollars }) => gainText(dollars, 0), 'dollars'),
  numberColumn('pending', 'Settling', 100, ({ pending, strategy }) => (pending === 0 ? '—' : signedAmount(pending, strategy)), 'pending'),
  exactAmount('bought', 'Bought', 100, ({ bought }) => bought),
  exactAmount('sold', 'Sold', 100, ({ sold }) => sold),
  buttonsColumn('Flatten or roll', 128, (row) => <PositionButtons position={row} />, { align: 'end' }),
]

/** Positions from the trades of this screen. The positions of an account in each future are in Positions of Unified Markets. */
export function Positions() {
  const { trades, strategies, values, tradesCutAt: cutAt } = useSpreadMarket('trades', 'strategies', 'values', 'tradesCutAt')
  const positions = useMemo(() => positionsOf(trades.values(), strategies), [trades, strategies])
  const rows = useMemo(
    () =>
      positions.map((position): PositionRow => {
        const value = values.get(position.id)
        const result = profitOf(position, value)
        return { ...position, mark: value?.mark, result, profit: result?.amount, dollars: result?.dollars }
      }),
    [positions, values],
  )
  const text = 'Your net position in each spread appears here after its first trade settles.'
  return (
    <>
      {cutAt !== undefined && (
        <p className={styles['note']}>Based on your desk’s last {cutAt.toLocaleString('en')} trades. Older trades are not counted.</p>
      )}
      <SpreadList<PositionRow>
        name="spread-positions"
        label="your spread positions"
        columns={positionColumns}
        rows={rows}
        empty={{ icon: Scale, title: 'No positions', text }}
      />
    </>
  )
}

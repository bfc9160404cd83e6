import { Activity, Scale, Stamp } from 'lucide-react'
import { formatPrice, formatQuantity, priceToNumber, quantityToNumber } from '@parley/core'
import { useMemo } from 'react'
import type { Tone } from '../../components/Badge.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { useNow } from '../../live/use-live.ts'
import { timeColumn } from '../blotter/cells.tsx'
import { buttonsColumn, orderSideColumn, stateColumn } from '../blotter/column-kit.tsx'
import { LiveList } from '../blotter/LiveList.tsx'
import cells from '../blotter/cells.module.css'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, signedText } from '../../components/figure-text.ts'
import type { SpreadTrade, Strategy, TapeLine } from './model.ts'
import { type Placed, placeColumns, placedIn, toStrategy } from './placed.tsx'
import { positionsOf, type Profit, profitOf, type SpreadPosition } from './positions.ts'
import { FlattenButton, RollButton } from './PositionButtons.tsx'
import styles from './SpreadPanel.module.css'
import { useSpreadMarket } from './spread-store.ts'
import { useKnownStrategies } from './use-spreads.ts'
import { amountText, decimalsFor, profitText, rateText, ratesAt, spreadPriceText } from './strategy-text.ts'
import { ToLadder } from './ToLadder.tsx'

type TapeRow = TapeLine & Placed & { readonly rate: number | undefined; readonly isOwn: boolean }

const tapeColumns: readonly Column<TapeRow>[] = [
  timeColumn('Time', ({ at }) => at),
  ...placeColumns<TapeRow>(60, 188),
  numberColumn('price', 'Price', 92, ({ price, strategy }) => spreadPriceText(price, strategy), 'price'),
  numberColumn('yield', 'Yield', 80, ({ rate }) => rateText(rate), 'rate'),
  numberColumn('amount', 'Amount', 100, ({ amount }) => amountText(amount), 'amount'),
]

/** All settled trades, without desks and sides. Trades of the desk are marked. */
export function TradeTape() {
  const tape = useSpreadMarket((market) => market.tape)
  const trades = useSpreadMarket((market) => market.trades)
  const strategies = useKnownStrategies()
  const values = useSpreadMarket((market) => market.values)
  const now = useNow(60_000)
  const rows = useMemo(() => {
    const own = new Set([...trades.values()].map(({ id }) => id))
    return placedIn(tape, strategies).map((line): TapeRow => {
      const { rate } = ratesAt(line.price, line.strategy, values.get(line.strategy.id)?.nearMark, now)
      return { ...line, rate, isOwn: own.has(line.id) }
    })
  }, [tape, trades, strategies, values, now])
  return (
    <LiveList<TapeRow>
      name="spread-tape"
      label="the spread trade tape"
      columns={tapeColumns}
      rows={rows}
      onSelect={toStrategy}
      tone={({ isOwn }) => (isOwn ? 'mine' : undefined)}
      icon={Activity}
      title="No trades yet"
      text="Settled spread trades appear here, without names."
      next={<ToLadder />}
    />
  )
}

type TradeRow = SpreadTrade & Placed

const states: Readonly<Record<SpreadTrade['state'], { readonly text: string; readonly tone: Tone }>> = {
  PENDING: { text: 'Settling', tone: 'warn' },
  FILLED: { text: 'Filled', tone: 'mine' },
  REJECTED: { text: 'Rejected', tone: 'danger' },
}

/** `BTC-26DEC25 91,652.30`, one for each leg. */
const legTexts = ({ legs }: TradeRow): readonly string[] => legs.map(({ name, price }) => `${name} ${groupedText(priceToNumber(price), 2)}`)

const tradeColumns: readonly Column<TradeRow>[] = [
  timeColumn('Traded', ({ executedAt }) => executedAt),
  ...placeColumns<TradeRow>(60, 188),
  orderSideColumn(56, ({ side }) => side),
  numberColumn('amount', 'Amount', 100, ({ amount }) => amountText(amount), 'amount'),
  numberColumn('price', 'Price', 92, ({ price, strategy }) => spreadPriceText(price, strategy), {
    text: ({ price }) => formatPrice(price),
    sortBy: ({ price }) => price,
  }),
  textColumn('legs', 'Legs', 240, (row) => legTexts(row).join(' · '), {
    ...{ grows: 1, dropsAt: 2 },
    cell: (row) => (
      <span className={classNames(cells['muted'], cells['lines'])}>
        {legTexts(row).map((text) => (
          <span key={text} className={styles['leg']}>
            {text}
          </span>
        ))}
      </span>
    ),
  }),
  textColumn('role', 'Role', 62, ({ role }) => role, { dropsAt: 3, cell: ({ role }) => (role === 'MAKER' ? 'Maker' : 'Taker') }),
  stateColumn(90, ({ state, venueError }) => ({ ...states[state], title: venueError })),
  textColumn('reason', 'Venue message', 122, ({ venueError }) => venueError ?? '', {
    ...{ grows: 1, dropsAt: 1 },
    cell: ({ venueError }) => <span className={classNames(cells['danger'], cells['lines'], styles['words'])}>{venueError ?? ''}</span>,
  }),
]

/** The desk's own trades. If the venue rejects a trade, both orders are cancelled. */
export function MyTrades() {
  const trades = useSpreadMarket((market) => market.trades)
  const strategies = useKnownStrategies()
  const rows = useMemo(() => placedIn(trades.values(), strategies).toSorted((a, b) => b.executedAt - a.executedAt), [trades, strategies])
  return (
    <LiveList<TradeRow>
      name="spread-trades"
      label="your spread trades"
      columns={tradeColumns}
      rows={rows}
      onSelect={toStrategy}
      icon={Stamp}
      title="No desk trades yet"
      text="Your desk’s trades appear here, with their legs and settlement status."
      next={<ToLadder />}
    />
  )
}

type PositionRow = SpreadPosition & { readonly mark: number | undefined; readonly profit: Profit | undefined }

const signedAmount = (amount: number, { strategy }: Placed): string => signedText(amount, strategy.margin === 'INVERSE' ? 0 : 3)
const priceOf = (price: number | undefined, strategy: Strategy): string =>
  price === undefined ? '—' : groupedText(price, decimalsFor(strategy) + 1)
const sums = { bought: 'Bought', sold: 'Sold' } as const

const positionColumns: readonly Column<PositionRow>[] = [
  ...placeColumns<PositionRow>(60, 188),
  numberColumn('net', 'Net', 110, (row) => signedAmount(quantityToNumber(row.net), row), 'net'),
  numberColumn('average', 'Average', 100, ({ average, strategy }) => priceOf(average, strategy), 'average'),
  numberColumn('mark', 'Mark', 100, ({ mark, strategy }) => priceOf(mark, strategy), 'mark'),
  numberColumn('profit', 'Unrealised PnL', 130, ({ profit }) => (profit === undefined ? '—' : profitText(profit)), {
    sortBy: ({ profit }) => profit?.amount,
  }),
  numberColumn('dollars', 'In USD', 84, ({ profit }) => (profit?.dollars === undefined ? '—' : signedText(profit.dollars, 0)), {
    sortBy: ({ profit }) => profit?.dollars,
  }),
  numberColumn(
    'pending',
    'Settling',
    100,
    (row) => (row.pending === 0 ? '—' : signedAmount(quantityToNumber(row.pending), row)),
    'pending',
  ),
  ...(['bought', 'sold'] as const).map((sum) =>
    numberColumn<PositionRow>(sum, sums[sum], 100, (row) => amountText(row[sum]), {
      text: (row) => formatQuantity(row[sum]),
      sortBy: (row) => row[sum],
    }),
  ),
  buttonsColumn(
    'Flatten or roll',
    128,
    (row) => (
      <>
        <FlattenButton position={row} />
        <RollButton position={row} />
      </>
    ),
    { align: 'end' },
  ),
]

/** Positions from the trades of this screen. The positions of an account in each future are in Positions of Unified Markets. */
export function Positions() {
  const trades = useSpreadMarket((market) => market.trades)
  const strategies = useSpreadMarket((market) => market.strategies)
  const values = useSpreadMarket((market) => market.values)
  const positions = useMemo(() => positionsOf(trades.values(), strategies), [trades, strategies])
  const rows = useMemo(
    () =>
      positions.map((position): PositionRow => {
        const value = values.get(position.id)
        return { ...position, mark: value?.mark, profit: profitOf(position, value) }
      }),
    [positions, values],
  )
  const cutAt = useSpreadMarket((market) => market.tradesCutAt)
  return (
    <>
      {cutAt !== undefined && (
        <p className={styles['note']}>Based on your desk’s last {cutAt.toLocaleString('en')} trades. Older trades are not counted.</p>
      )}
      <LiveList<PositionRow>
        name="spread-positions"
        label="your spread positions"
        columns={positionColumns}
        rows={rows}
        onSelect={toStrategy}
        icon={Scale}
        title="No positions"
        text="Your net position in each spread appears here after its first trade settles."
        next={<ToLadder />}
      />
    </>
  )
}

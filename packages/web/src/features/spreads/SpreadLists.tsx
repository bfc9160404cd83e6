import { Activity, Scale, Stamp } from 'lucide-react'
import { formatPrice, formatQuantity, priceToNumber, quantityToNumber } from '@parley/core'
import { useMemo } from 'react'
import { StatusBadge, type Tone, VenueBadge } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { numberColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { useNow } from '../../live/use-live.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import { Side, timeColumn } from '../blotter/cells.tsx'
import cells from '../blotter/cells.module.css'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, signedText } from '../../components/figure-text.ts'
import type { SpreadTrade, Strategy, TapeLine } from './model.ts'
import { positionsOf, type Profit, profitOf, type SpreadPosition } from './positions.ts'
import { FlattenButton, RollButton } from './PositionButtons.tsx'
import { sideWord } from './order-text.ts'
import styles from './SpreadPanel.module.css'
import { showStrategy } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { useKnownStrategies } from './use-spreads.ts'
import { amountText, decimalsFor, profitText, rateText, ratesAt, spreadPriceText, strategyName } from './strategy-text.ts'
import { ToLadder } from './ToLadder.tsx'

type Placed = { readonly id: string; readonly strategy: Strategy }
const rowId = ({ id }: Placed): string => id
const choose = ({ strategy }: Placed): void => showStrategy(strategy)

const placeColumns = <Row extends Placed>(): readonly Column<Row>[] => [
  {
    id: 'venue',
    heading: 'Venue',
    width: 60,
    cell: ({ strategy }) => <VenueBadge venue={strategy.venue} />,
    text: ({ strategy }) => strategy.venue,
  },
  {
    id: 'spread',
    heading: 'Spread',
    width: 188,
    grows: 1,
    cell: ({ strategy }) => (
      <span>
        <b className={cells['strong']}>{strategy.currency}</b> {strategyName(strategy)}
      </span>
    ),
    text: ({ strategy }) => `${strategy.currency} ${strategyName(strategy)}`,
  },
]

type TapeRow = TapeLine & Placed & { readonly rate: number | undefined; readonly isOwn: boolean }

const tapeColumns: readonly Column<TapeRow>[] = [
  timeColumn('Time', ({ at }) => at),
  ...placeColumns<TapeRow>(),
  numberColumn(
    'price',
    'Price',
    92,
    ({ price, strategy }) => spreadPriceText(price, strategy),
    ({ price }) => price,
  ),
  numberColumn(
    'yield',
    'Yield',
    80,
    ({ rate }) => rateText(rate),
    ({ rate }) => rate,
  ),
  numberColumn(
    'amount',
    'Amount',
    100,
    ({ amount }) => amountText(amount),
    ({ amount }) => amount,
  ),
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
    return tape.flatMap((line): readonly TapeRow[] => {
      const strategy = strategies.get(line.strategyId)
      if (strategy === undefined) return []
      const { rate } = ratesAt(line.price, strategy, values.get(strategy.id)?.nearMark, now)
      return [{ ...line, strategy, rate, isOwn: own.has(line.id) }]
    })
  }, [tape, trades, strategies, values, now])
  return (
    <Blotter<TapeRow>
      name="spread-tape"
      label="the spread trade tape"
      columns={tapeColumns}
      rows={{ state: 'LOADED', data: rows }}
      rowId={rowId}
      onSelect={choose}
      tone={({ isOwn }) => (isOwn ? 'mine' : undefined)}
      empty={<Empty icon={Activity} title="No trades yet" text="Settled spread trades appear here, without names." action={<ToLadder />} />}
    />
  )
}

type TradeRow = SpreadTrade & Placed

const stateLabels: Readonly<Record<SpreadTrade['state'], readonly [string, Tone]>> = {
  PENDING: ['Settling', 'warn'],
  FILLED: ['Filled', 'mine'],
  REJECTED: ['Rejected', 'danger'],
}

/** `BTC-26DEC25 91,652.30`, one for each leg. */
const legTexts = ({ legs }: TradeRow): readonly string[] => legs.map(({ name, price }) => `${name} ${groupedText(priceToNumber(price), 2)}`)

const tradeColumns: readonly Column<TradeRow>[] = [
  timeColumn('Traded', ({ executedAt }) => executedAt),
  ...placeColumns<TradeRow>(),
  { id: 'side', heading: 'Side', width: 56, cell: ({ side }) => <Side side={side} />, text: ({ side }) => sideWord(side) },
  numberColumn(
    'amount',
    'Amount',
    100,
    ({ amount }) => amountText(amount),
    ({ amount }) => amount,
  ),
  {
    ...numberColumn<TradeRow>(
      'price',
      'Price',
      92,
      ({ price, strategy }) => spreadPriceText(price, strategy),
      ({ price }) => price,
    ),
    text: ({ price }) => formatPrice(price),
  },
  {
    id: 'legs',
    heading: 'Legs',
    width: 240,
    grows: 1,
    dropsAt: 2,
    cell: (row) => (
      <span className={classNames(cells['muted'], cells['lines'])}>
        {legTexts(row).map((text) => (
          <span key={text} className={styles['leg']}>
            {text}
          </span>
        ))}
      </span>
    ),
    text: (row) => legTexts(row).join(' · '),
  },
  {
    id: 'role',
    heading: 'Role',
    width: 62,
    dropsAt: 3,
    cell: ({ role }) => (role === 'MAKER' ? 'Maker' : 'Taker'),
    text: ({ role }) => role,
  },
  {
    id: 'state',
    heading: 'State',
    width: 90,
    cell: ({ state, venueError }) => (
      <span title={venueError}>
        <StatusBadge tone={stateLabels[state][1]}>{stateLabels[state][0]}</StatusBadge>
      </span>
    ),
    text: ({ state }) => stateLabels[state][0],
  },
  {
    id: 'reason',
    heading: 'Venue message',
    width: 122,
    grows: 1,
    dropsAt: 1,
    cell: ({ venueError }) => <span className={classNames(cells['danger'], cells['lines'], styles['words'])}>{venueError ?? ''}</span>,
    text: ({ venueError }) => venueError ?? '',
  },
]

/** The desk's own trades. If the venue rejects a trade, both orders are cancelled. */
export function MyTrades() {
  const trades = useSpreadMarket((market) => market.trades)
  const strategies = useKnownStrategies()
  const rows = useMemo(
    () =>
      [...trades.values()]
        .flatMap((trade): readonly TradeRow[] => {
          const strategy = strategies.get(trade.strategyId)
          return strategy === undefined ? [] : [{ ...trade, strategy }]
        })
        .toSorted((a, b) => b.executedAt - a.executedAt),
    [trades, strategies],
  )
  return (
    <Blotter<TradeRow>
      name="spread-trades"
      label="your spread trades"
      columns={tradeColumns}
      rows={{ state: 'LOADED', data: rows }}
      rowId={rowId}
      onSelect={choose}
      empty={
        <Empty
          icon={Stamp}
          title="No desk trades yet"
          text="Your desk’s trades appear here, with their legs and settlement status."
          action={<ToLadder />}
        />
      }
    />
  )
}

type PositionRow = SpreadPosition & { readonly mark: number | undefined; readonly profit: Profit | undefined }

const signedAmount = (amount: number, { strategy }: Placed): string => signedText(amount, strategy.margin === 'INVERSE' ? 0 : 3)

const positionColumns: readonly Column<PositionRow>[] = [
  ...placeColumns<PositionRow>(),
  numberColumn(
    'net',
    'Net',
    110,
    (row) => signedAmount(quantityToNumber(row.net), row),
    ({ net }) => net,
  ),
  numberColumn(
    'average',
    'Average',
    100,
    ({ average, strategy }) => (average === undefined ? '—' : groupedText(average, decimalsFor(strategy) + 1)),
    ({ average }) => average,
  ),
  numberColumn(
    'mark',
    'Mark',
    100,
    ({ mark, strategy }) => (mark === undefined ? '—' : groupedText(mark, decimalsFor(strategy) + 1)),
    ({ mark }) => mark,
  ),
  numberColumn(
    'profit',
    'Unrealised PnL',
    130,
    ({ profit }) => (profit === undefined ? '—' : profitText(profit)),
    ({ profit }) => profit?.amount,
  ),
  numberColumn(
    'dollars',
    'In USD',
    84,
    ({ profit }) => (profit?.dollars === undefined ? '—' : signedText(profit.dollars, 0)),
    ({ profit }) => profit?.dollars,
  ),
  numberColumn(
    'pending',
    'Settling',
    100,
    (row) => (row.pending === 0 ? '—' : signedAmount(quantityToNumber(row.pending), row)),
    ({ pending }) => pending,
  ),
  {
    ...numberColumn<PositionRow>(
      'bought',
      'Bought',
      100,
      ({ bought }) => amountText(bought),
      ({ bought }) => bought,
    ),
    text: ({ bought }) => formatQuantity(bought),
  },
  {
    ...numberColumn<PositionRow>(
      'sold',
      'Sold',
      100,
      ({ sold }) => amountText(sold),
      ({ sold }) => sold,
    ),
    text: ({ sold }) => formatQuantity(sold),
  },
  {
    id: 'acts',
    heading: 'Flatten or roll',
    isHeadingHidden: true,
    isExported: false,
    width: 128,
    align: 'end',
    cell: (row) => (
      <span className={styles['actions']} onClick={(event) => event.stopPropagation()}>
        <FlattenButton position={row} />
        <RollButton position={row} />
      </span>
    ),
    text: () => '',
  },
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
      <Blotter<PositionRow>
        name="spread-positions"
        label="your spread positions"
        columns={positionColumns}
        rows={{ state: 'LOADED', data: rows }}
        rowId={rowId}
        onSelect={choose}
        empty={
          <Empty
            icon={Scale}
            title="No positions"
            text="Your net position in each spread appears here after its first trade settles."
            action={<ToLadder />}
          />
        }
      />
    </>
  )
}

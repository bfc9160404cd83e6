import { ChartColumn } from 'lucide-react'
import { type DailyPnl, netPnl, PNL_PERIODS, type PnlPeriod, type PnlSum, pnlToNumber, startOfPnlPeriod, sumPnl } from '@parley/core'
import { useMemo } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { numberColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { dateText } from '../../components/time-text.ts'
import type { Loadable } from '../../live/loadable.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { figureText, gainText } from '../../components/known-figure.ts'
import { useNow } from '../../live/use-live.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import { dropping, mutedColumn, strongColumn } from '../blotter/column-kit.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import { fundingText } from './market-text.ts'
import styles from './PerpetualPanel.module.css'
import { PnlChart } from './PnlChart.tsx'
import { daysOf } from './pnl-pages.ts'
import { Gain } from './Positions.tsx'
import { chooseMarket } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { type PnlHistory, useDailyPnl } from './use-daily-pnl.ts'

const MINUTE_MS = 60_000
const labels: Readonly<Record<PnlPeriod, string>> = { TODAY: 'Today', WEEK: '7 days', MONTH: 'This month', ALL: 'All' }

/** The sums of the period are complete from the first day of the month on, so that all periods but the last are always known. */
export function Pnl() {
  const [period, setPeriod] = useKept<PnlPeriod>('perpetual-pnl-period', 'WEEK', keptText(PNL_PERIODS))
  const now = useNow(MINUTE_MS)
  const isNarrow = useIsNarrow()
  const starts = useStarts(now)
  const history = useDailyPnl(period === 'ALL' ? 0 : Math.min(starts.WEEK, starts.MONTH))
  const known = history.state === 'LOADED' ? history.data : undefined
  const rows = useMemo(() => known?.rows.filter(({ day }) => day >= starts[period]) ?? noRows, [known, starts, period])
  const first = period === 'ALL' ? (rows.at(-1)?.day ?? now) : starts[period]
  const days = useMemo(() => daysOf(rows, first, now), [rows, first, now])
  return (
    <div className={styles['beside']}>
      <div className={styles['results']}>
        <div className={styles['sums']}>
          <Segmented
            label="Period"
            value={period}
            options={PNL_PERIODS.map((value) => ({ value, label: isNarrow ? labels[value] : periodLabel(value, known, starts[value]) }))}
            onChange={setPeriod}
          />
          {known !== undefined && <Sum of={sumPnl(rows)} isComplete={known.isComplete} />}
        </div>
        <Days rows={history} shown={rows} />
      </div>
      <PnlChart days={days} label={labels[period]} />
    </div>
  )
}

const noRows: readonly DailyPnl[] = []

/** The starts of the periods, which change only with the day. */
function useStarts(now: number): Readonly<Record<PnlPeriod, number>> {
  const today = startOfPnlPeriod('TODAY', now)
  return useMemo(
    () => ({
      TODAY: today,
      WEEK: startOfPnlPeriod('WEEK', today),
      MONTH: startOfPnlPeriod('MONTH', today),
      ALL: startOfPnlPeriod('ALL', today),
    }),
    [today],
  )
}

/** `7 days −84.16`, without the sum of a period that is not completely known. */
function periodLabel(period: PnlPeriod, known: PnlHistory | undefined, start: number): string {
  if (known === undefined || (known.earlier !== undefined && known.earlier >= start)) return labels[period]
  const net = netPnl(sumPnl(known.rows.filter(({ day }) => day >= start)))
  return `${labels[period]} ${gainText(pnlToNumber(net), 2)}`
}

function Sum({ of, isComplete }: { readonly of: PnlSum; readonly isComplete: boolean }) {
  const currency = usePerpetuals(({ account }) => account.summary?.currency ?? 'USDC')
  return (
    <p aria-label="Sum of the period">
      Realised <Gain value={pnlToNumber(of.realized)} /> · fees <b>{figureText(pnlToNumber(of.fees), 2)}</b> · funding{' '}
      <Gain value={pnlToNumber(of.funding)} text={fundingText(pnlToNumber(of.funding))} /> · net <Gain value={pnlToNumber(netPnl(of))} />{' '}
      {currency}
      {!isComplete && ' · loading earlier days…'}
    </p>
  )
}

const ISO_DAY = 10
const isoDay = (day: number): string => new Date(day).toISOString().slice(0, ISO_DAY)
/** `28 NOV 2026`. */
const dayText = (day: number): string => `${dateText(day, 'UTC')} ${new Date(day).getUTCFullYear()}`
const idOf = ({ day, market }: DailyPnl): string => `${day} ${market}`

/** `BTC` of `BTC-USD-PERP`, also of a market that is no longer listed. */
const baseOf = (market: string): string => market.split('-')[0] ?? market

const amountColumn = (id: string, heading: string, of: (row: DailyPnl) => bigint): Column<DailyPnl> =>
  numberColumn(id, heading, 88, (row) => gainText(pnlToNumber(of(row)), 2), {
    cell: (row) => <Gain value={pnlToNumber(of(row))} />,
    sortBy: (row) => pnlToNumber(of(row)),
  })

const columns: readonly Column<DailyPnl>[] = dropping(
  [
    mutedColumn('day', 'Day (UTC)', 112, ({ day }) => dayText(day), { text: ({ day }) => isoDay(day), sortBy: ({ day }) => day }),
    strongColumn('market', 'Mkt', 52, ({ market }) => baseOf(market), { text: ({ market }) => market }),
    numberColumn('fills', 'Fills', 52, ({ fills }) => String(fills), 'fills'),
    numberColumn('volume', 'Volume', 104, ({ volume }) => figureText(pnlToNumber(volume), 2), {
      sortBy: ({ volume }) => pnlToNumber(volume),
    }),
    amountColumn('realized', 'Realised', ({ realized }) => realized),
    numberColumn('fees', 'Fees', 76, ({ fees }) => figureText(pnlToNumber(fees), 2), { sortBy: ({ fees }) => pnlToNumber(fees) }),
    {
      ...amountColumn('funding', 'Funding', ({ funding }) => funding),
      cell: ({ funding }) => <Gain value={pnlToNumber(funding)} text={fundingText(pnlToNumber(funding))} />,
      text: ({ funding }) => fundingText(pnlToNumber(funding)).replaceAll(',', ''),
    },
    { ...amountColumn('net', 'Net', netPnl), grows: 1 },
  ],
  ['volume', 'fills'],
)

type DaysProps = { readonly rows: Loadable<PnlHistory>; readonly shown: readonly DailyPnl[] }

function Days({ rows, shown }: DaysProps) {
  return (
    <Blotter<DailyPnl>
      name="perpetual-pnl"
      label="your results by day"
      columns={columns}
      rows={rows.state === 'LOADED' ? { ...rows, data: shown } : rows}
      rowId={idOf}
      onSelect={({ market }) => chooseMarket(market)}
      compact={(row) => (
        <div className={styles['lines']}>
          <p>
            <b>{baseOf(row.market)}</b> {dayText(row.day)}
            <span className={styles['end']}>
              <Gain value={pnlToNumber(netPnl(row))} />
            </span>
          </p>
          <p>
            realised {gainText(pnlToNumber(row.realized), 2)} · fees {figureText(pnlToNumber(row.fees), 2)} · funding{' '}
            {fundingText(pnlToNumber(row.funding))}
          </p>
        </div>
      )}
      empty={
        <Empty
          icon={ChartColumn}
          title="No results"
          text="Realised profit, fees and funding of the period appear here, by day and market."
          action={<FirstOrder />}
        />
      }
    />
  )
}

import { Search, SearchX, Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import type { Column } from '../../components/table-column.ts'
import { parseLayout, plainLayout } from '../../components/table-layout.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { dollarText } from '../../components/figure-text.ts'
import { figureText } from '../../components/known-figure.ts'
import styles from './MarketList.module.css'
import { percentText, priceDecimals } from './market-text.ts'
import type { Market } from './model.ts'
import { chooseMarket } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useMarkets, useStars, worthOpen } from './use-perpetuals.ts'

const FUNDING_DECIMALS = 4
const ROW_PX = 31

const toneOf = (value: number | undefined): string | undefined =>
  value === undefined || value === 0 ? undefined : styles[value > 0 ? 'up' : 'down']

const figures: readonly Column<Market>[] = [
  {
    id: 'market',
    heading: 'Market',
    width: 84,
    grows: 1,
    cell: ({ base, largestLeverage }) => (
      <span>
        <b>{base}</b> <span className={styles['faint']}>{largestLeverage === undefined ? '' : `${largestLeverage}×`}</span>
      </span>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'price',
    heading: 'Price',
    width: 76,
    align: 'end',
    ink: 'market',
    cell: (market) => figureText(market.last ?? market.mark, priceDecimals(market)),
    text: ({ last, mark }) => String(last ?? mark ?? ''),
    sortBy: ({ last, mark }) => last ?? mark,
  },
  {
    id: 'change',
    heading: '24 h %',
    width: 54,
    align: 'end',
    cell: ({ change }) => <span className={toneOf(change)}>{percentText(change)}</span>,
    text: ({ change }) => percentText(change),
    sortBy: ({ change }) => change,
  },
  {
    id: 'funding',
    heading: 'Fund. %',
    width: 66,
    align: 'end',
    cell: ({ fundingRate, fundingHours }) => (
      <span title={`Per ${fundingHours} h. If positive, longs pay shorts.`}>{percentText(fundingRate, FUNDING_DECIMALS)}</span>
    ),
    text: ({ fundingRate }) => percentText(fundingRate, FUNDING_DECIMALS),
    sortBy: ({ fundingRate }) => fundingRate,
  },
  {
    id: 'open',
    heading: 'Open int.',
    width: 66,
    align: 'end',
    cell: (market) => (market.openInterest === undefined ? '—' : dollarText(worthOpen(market))),
    text: (market) => String(worthOpen(market)),
    sortBy: worthOpen,
  },
]

const shownOf = ['ALL', 'STARRED', 'HELD'] as const
type Shown = (typeof shownOf)[number]
const noneOf: Readonly<Record<Shown, { readonly title: string; readonly text: string }>> = {
  ALL: { title: 'No matching markets', text: 'Other markets are hidden by the search.' },
  STARRED: { title: 'No starred markets', text: 'Markets that you star appear here.' },
  HELD: { title: 'No positions', text: 'Markets in which your desk has a position appear here.' },
}

/** All markets with price, change, funding and open interest. A click selects a market, and a star keeps it at the top. */
export function MarketList({ chosen }: { readonly chosen: Market }) {
  const [layout, setLayout] = useKept('table-perpetual-markets', plainLayout, parseLayout)
  const [searched, setSearched] = useState('')
  const [stars, star] = useStars()
  const markets = useMarkets()
  const positions = usePerpetuals(({ account }) => account.positions)
  const [shown, setShown] = useKept<Shown>('perpetual-markets-shown', 'ALL', keptText(shownOf))
  const among = useMemo((): Readonly<Record<Shown, readonly Market[]>> => {
    const [starred, held] = [markets.filter(({ name }) => stars.has(name)), markets.filter(({ name }) => positions.has(name))]
    return { ALL: markets, STARRED: starred, HELD: held }
  }, [markets, stars, positions])
  const rows = useMemo(() => {
    const text = searched.trim().toLowerCase()
    const found = among[shown].filter(({ name }) => name.toLowerCase().includes(text))
    return [...found.filter(({ name }) => stars.has(name)), ...found.filter(({ name }) => !stars.has(name))]
  }, [among, shown, searched, stars])
  const columns = useMemo(() => [starColumn(stars, star), ...figures], [stars, star])
  return (
    <section className={styles['panel']} aria-label="Perpetual markets">
      <div className={styles['search']}>
        <Input
          size="small"
          aria-label="Find a market"
          placeholder="Find a market"
          before={<Search size={13} aria-hidden="true" />}
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
        />
        <Segmented<Shown>
          label="Markets shown"
          value={shown}
          options={[
            { value: 'ALL', label: `All ${among.ALL.length}` },
            { value: 'STARRED', label: `Starred ${among.STARRED.length}` },
            { value: 'HELD', label: `My positions ${among.HELD.length}` },
          ]}
          onChange={setShown}
        />
      </div>
      <DataTable<Market>
        label="perpetual markets"
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        layout={layout}
        onLayout={setLayout}
        rowHeight={ROW_PX}
        selectedId={chosen.name}
        onSelect={({ name }) => chooseMarket(name)}
        tone={({ name }) => (positions.has(name) ? 'mine' : undefined)}
        empty={
          <Empty
            icon={SearchX}
            {...noneOf[searched.trim() === '' ? shown : 'ALL']}
            action={
              <Button size="small" onClick={() => (setSearched(''), setShown('ALL'))}>
                Show all markets
              </Button>
            }
          />
        }
      />
    </section>
  )
}

const starColumn = (stars: ReadonlySet<string>, star: (market: string) => void): Column<Market> => ({
  id: 'star',
  heading: 'Star',
  isHeadingHidden: true,
  isExported: false,
  width: 22,
  cell: ({ name, base }) => <StarButton isOn={stars.has(name)} base={base} onPress={() => star(name)} />,
  text: ({ name }) => (stars.has(name) ? 'starred' : ''),
})

const StarButton = ({ isOn, base, onPress }: { readonly isOn: boolean; readonly base: string; readonly onPress: () => void }) => (
  <button
    type="button"
    className={classNames(styles['star'], isOn && styles['starred'])}
    aria-label={`Star ${base}`}
    aria-pressed={isOn}
    onClick={(event) => {
      event.stopPropagation()
      onPress()
    }}
  >
    <Star size={13} aria-hidden="true" />
  </button>
)

import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { FlowSwitch, MarketSwitches } from './MarketSwitches.tsx'
import { useIsNarrow } from '../../../components/use-media.ts'
import { Chip } from '../../../components/Chip.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../../components/Menu.tsx'
import styles from './FilterBar.module.css'
import { FilterBox } from './FilterBox.tsx'
import { countOf, type RfqFilter } from './filters.ts'
import { filtersOf, type RfqRows } from './use-rfq-rows.ts'

const labels: Readonly<Record<RfqFilter, string>> = {
  ALL: 'All',
  I_QUOTE: 'I quote',
  MINE: 'My RFQs',
  PINNED: 'Pinned',
  TRADED: 'Traded today',
}
/** Only a direct RFQ is somebody's own; in an order book one takes. */
const labelOf = (filter: RfqFilter, { flow }: RfqRows): string => (filter === 'MINE' && flow !== 'DIRECT' ? 'I take' : labels[filter])

export function FilterBar({ rows, columnMenu }: { readonly rows: RfqRows; readonly columnMenu: ReactNode }) {
  const isNarrow = useIsNarrow()
  const box = <FilterBox rows={rows} />
  return (
    <div className={styles['bar']}>
      {isNarrow && (
        <>
          <div className={styles['line']}>
            <MarketSwitches />
            {box}
          </div>
          <FlowSwitch />
        </>
      )}
      <div className={styles['line']}>
        <div className={styles['chips']} role="group" aria-label="Filter">
          {filtersOf[rows.flow].map((filter) => (
            <Chip
              key={filter}
              isOn={rows.filter === filter}
              count={countOf(rows.inMarket, filter, rows.now)}
              onClick={() => rows.setFilter(filter)}
            >
              {labelOf(filter, rows)}
            </Chip>
          ))}
          <ChoiceMenu
            what="Strategies"
            all="All strategies"
            offered={useOffered(new Set(rows.inMarket.map((row) => row.strategy)), rows.strategies)}
            chosen={rows.strategies}
            choose={rows.setStrategies}
          />
          <ChoiceMenu
            what="Products"
            all="All products"
            offered={useOffered(new Set(rows.inMarket.flatMap((row) => row.products)), rows.products)}
            chosen={rows.products}
            choose={rows.setProducts}
          />
        </div>
        {!isNarrow && (
          <>
            <span className={styles['space']} />
            {box}
            {columnMenu}
          </>
        )}
      </div>
    </div>
  )
}

type ChoiceMenuProps = {
  readonly what: string
  readonly all: string
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly choose: (chosen: readonly string[]) => void
}

/** Those that are there now, and those that were chosen while they were: the same list while they are the same. */
function useOffered(present: ReadonlySet<string>, chosen: readonly string[]): readonly string[] {
  const held = useRef<readonly string[]>([])
  const offered = [...new Set([...present, ...chosen])].sort()
  if (offered.join('\n') !== held.current.join('\n')) held.current = offered
  return held.current
}

/** Drawn again when something in it changes, not with each price. */
const ChoiceMenu = memo(function ChoiceMenu({ what, all, offered, chosen, choose }: ChoiceMenuProps) {
  return (
    <Menu
      trigger={
        <Chip isOn={chosen.length > 0} {...(chosen.length > 0 ? { count: chosen.length } : {})}>
          {what} <ChevronDown size={12} aria-hidden="true" />
        </Chip>
      }
    >
      {offered.map((one) => (
        <MenuCheck
          key={one}
          isOn={chosen.includes(one)}
          onChange={(isOn) => choose(isOn ? [...chosen, one] : chosen.filter((each) => each !== one))}
        >
          {one}
        </MenuCheck>
      ))}
      {offered.length > 0 && <MenuLine />}
      <MenuItem onSelect={() => choose([])} disabled={chosen.length === 0}>
        {all}
      </MenuItem>
    </Menu>
  )
})

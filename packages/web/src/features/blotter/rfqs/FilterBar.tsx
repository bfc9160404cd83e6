import { ChevronDown } from 'lucide-react'
import { Fragment, memo, type ReactNode, useRef } from 'react'
import { FlowSwitch, MarketSwitches } from './MarketSwitches.tsx'
import type { Flow } from '../../../live/screen-state.ts'
import { useNow } from '../../../live/use-live.ts'
import { useIsNarrow } from '../../../components/use-media.ts'
import { classNames } from '../../../theme/class-names.ts'
import { navigate } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../../components/Menu.tsx'
import styles from './FilterBar.module.css'
import { countInQueue, queueFilterNames, queueFilters } from '../queue/queue-filters.ts'
import { FilterBox } from './FilterBox.tsx'
import { countOf, type RfqFilter } from './filters.ts'
import { filtersOf, type RfqRows } from './use-rfq-rows.ts'

const labels: Readonly<Record<RfqFilter, string>> = {
  ALL: 'All',
  I_QUOTE: 'For me',
  MINE: 'My RFQs',
  PINNED: 'Pinned',
  TRADED: 'Traded today',
}
/** Only a direct RFQ belongs to a taker and is sent to makers. In an order book the desk quotes or trades as taker. */
const labelsOf: Readonly<Record<Flow, typeof labels>> = {
  DIRECT: labels,
  ORDER_BOOK: { ...labels, I_QUOTE: 'I quote', MINE: 'I take' },
  ALL: { ...labels, MINE: 'I take' },
}

export function FilterBar({ rows, columnMenu }: { readonly rows: RfqRows; readonly columnMenu: ReactNode }) {
  const isNarrow = useIsNarrow()
  const isQueue = rows.shownQueue !== undefined
  // The queue states take the space of rarely used filters, which remain one click away.
  const offered = filtersOf[rows.flow].filter((filter) => !(isQueue && filter === 'PINNED'))
  const box = <FilterBox rows={rows} />
  return (
    <div className={styles['bar']}>
      {isNarrow && (
        <>
          <MarketSwitches />
          <div className={styles['line']}>
            <FlowSwitch />
            {box}
          </div>
        </>
      )}
      <div className={styles['line']}>
        <div className={styles['chips']} role="group" aria-label="Filter">
          {offered.map((filter) => (
            <Fragment key={filter}>
              <Chip
                className={isQueue && filter === 'MINE' ? styles['spare'] : undefined}
                isOn={rows.filter === filter}
                count={countOf(rows.inMarket, filter, rows.now)}
                onClick={() => rows.setFilter(filter)}
              >
                {labelsOf[rows.flow][filter]}
              </Chip>
              {filter === 'I_QUOTE' && isQueue && <QueueChips rows={rows} />}
            </Fragment>
          ))}
          <Choices rows={rows} isQueue={isQueue} />
          {rows.flow !== 'ORDER_BOOK' && (
            <Button size="small" onClick={() => navigate('?list=all')}>
              Lists
            </Button>
          )}
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

/** The queue states with their current counts. */
function QueueChips({ rows }: { readonly rows: RfqRows }) {
  const now = useNow(1_000)
  return queueFilters.map((filter) => (
    <Chip
      key={filter}
      isOn={rows.filter === filter}
      count={countInQueue(rows.queue, filter, now)}
      onClick={() => rows.setFilter(rows.filter === filter ? 'I_QUOTE' : filter)}
    >
      {queueFilterNames[filter]}
    </Chip>
  ))
}

function Choices({ rows, isQueue }: { readonly rows: RfqRows; readonly isQueue: boolean }) {
  const offeredProducts = useOffered(new Set(rows.inMarket.flatMap((row) => row.products)), rows.products)
  return (
    <span className={classNames(styles['choices'], isQueue && styles['spare'])}>
      <ChoiceMenu
        what="Strategies"
        all="All strategies"
        offered={useOffered(new Set(rows.inMarket.map((row) => row.strategy)), rows.strategies)}
        chosen={rows.strategies}
        choose={rows.setStrategies}
      />
      {!isQueue && (
        <ChoiceMenu what="Products" all="All products" offered={offeredProducts} chosen={rows.products} choose={rows.setProducts} />
      )}
    </span>
  )
}

type ChoiceMenuProps = {
  readonly what: string
  readonly all: string
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly choose: (chosen: readonly string[]) => void
}

/** The values that exist now, plus those that are selected. The list is stable while they do not change. */
function useOffered(present: ReadonlySet<string>, chosen: readonly string[]): readonly string[] {
  const held = useRef<readonly string[]>([])
  const offered = [...new Set([...present, ...chosen])].sort()
  if (offered.join('\n') !== held.current.join('\n')) held.current = offered
  return held.current
}

/** Rendered when its content changes, not with every price. */
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

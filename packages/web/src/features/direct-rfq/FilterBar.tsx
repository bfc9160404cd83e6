import { ChevronDown, Search } from 'lucide-react'
import { MarketSwitches } from '../../app/Header.tsx'
import { selectRfq, startBuilder } from '../../app/screen-state.ts'
import { useIsNarrow } from '../../app/use-media.ts'
import { Chip } from '../../components/Chip.tsx'
import { ColumnMenu } from '../../components/ColumnMenu.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../components/Menu.tsx'
import type { TableLayout } from '../../components/table-layout.ts'
import styles from './FilterBar.module.css'
import { countOf, type RfqFilter, type RfqRow } from './rfq-rows.ts'
import type { RfqRows } from './use-rfq-rows.ts'

const chips: readonly { readonly filter: RfqFilter; readonly label: string }[] = [
  { filter: 'ALL', label: 'All' },
  { filter: 'I_QUOTE', label: 'I quote' },
  { filter: 'MINE', label: 'My RFQs' },
  { filter: 'PINNED', label: 'Pinned' },
]

type FilterBarProps = {
  readonly rows: RfqRows
  readonly columns: readonly Column<RfqRow>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

export function FilterBar({ rows, columns, layout, onLayout }: FilterBarProps) {
  const isNarrow = useIsNarrow()
  const box = <FilterBox rows={rows} />
  return (
    <div className={styles['bar']}>
      {isNarrow && (
        <div className={styles['line']}>
          <MarketSwitches />
          {box}
        </div>
      )}
      <div className={styles['line']}>
        <div className={styles['chips']} role="group" aria-label="Filter">
          {chips.map(({ filter, label }) => (
            <Chip key={filter} isOn={rows.filter === filter} count={countOf(rows.inMarket, filter)} onClick={() => rows.setFilter(filter)}>
              {label}
            </Chip>
          ))}
          <StrategyMenu rows={rows} />
        </div>
        {!isNarrow && (
          <>
            <span className={styles['space']} />
            {box}
            <ColumnMenu columns={columns} layout={layout} onLayout={onLayout} />
          </>
        )}
      </div>
    </div>
  )
}

function StrategyMenu({ rows }: { readonly rows: RfqRows }) {
  const { strategies, setStrategies } = rows
  const present = [...new Set([...rows.inMarket.map((row) => row.strategy), ...strategies])].toSorted()
  return (
    <Menu
      trigger={
        <Chip isOn={strategies.length > 0} {...(strategies.length > 0 ? { count: strategies.length } : {})}>
          Strategies <ChevronDown size={12} aria-hidden="true" />
        </Chip>
      }
    >
      {present.map((strategy) => (
        <MenuCheck
          key={strategy}
          isOn={strategies.includes(strategy)}
          onChange={(isOn) => setStrategies(isOn ? [...strategies, strategy] : strategies.filter((each) => each !== strategy))}
        >
          {strategy}
        </MenuCheck>
      ))}
      {present.length > 0 && <MenuLine />}
      <MenuItem onSelect={() => setStrategies([])} disabled={strategies.length === 0}>
        All strategies
      </MenuItem>
    </Menu>
  )
}

/** Filters as one types; Enter on an id opens that RFQ, on a structure nobody has asked for it opens the builder with it. */
function FilterBox({ rows }: { readonly rows: RfqRows }) {
  const enter = () => {
    const [only] = rows.shown
    if (only !== undefined) return selectRfq(only.id)
    if (rows.text.trim() === '') return
    startBuilder({ kind: 'text', text: rows.text.trim() })
  }
  return (
    <div className={styles['box']}>
      <Search size={13} className={styles['glass']} aria-hidden="true" />
      <input
        data-table-filter
        className={styles['input']}
        type="search"
        aria-label="Filter, or paste an RFQ"
        placeholder="Filter, or paste an RFQ…"
        spellCheck={false}
        value={rows.text}
        onChange={(event) => rows.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') enter()
          else if (event.key === 'Escape' && rows.text !== '') {
            rows.setText('')
            event.preventDefault()
          } else return
          event.stopPropagation()
        }}
      />
      <span className={styles['key']}>
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}

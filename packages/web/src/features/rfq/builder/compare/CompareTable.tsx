import { venues as catalogue, type CompareUnit, type Side, type VenueCode } from '@parley/core'
import { CornerDownLeft } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../../components/Button.tsx'
import { StatusDot } from '../../../../components/StatusDot.tsx'
import { useIsNarrow } from '../../../../components/use-media.ts'
import { useVenueStates, venueWord } from '../../../../live/venue-states.ts'
import { classNames } from '../../../../theme/class-names.ts'
import { bestVenue, quantityThere, type Column } from './compare-venues.ts'
import { changedTo } from './compare-labels.ts'
import type { CompareVenuesProps } from './compare-props.ts'
import styles from './Compare.module.css'
import { compareRows, nearestRow, type CompareRow, type RowContext } from './compare-rows.tsx'
import type { ComparisonState } from './use-comparison.ts'

type TableProps = CompareVenuesProps & {
  readonly state: ComparisonState
  readonly unit: CompareUnit
  readonly sides: readonly Side[]
}

/** One column for each venue. On a phone the venues are one below the other, with the same rows. */
export function CompareTable(props: TableProps) {
  const isNarrow = useIsNarrow()
  const hasFocused = useRef(false)
  return isNarrow ? <Cards {...props} hasFocused={hasFocused} /> : <Wide {...props} hasFocused={hasFocused} />
}

type ShownProps = TableProps & { readonly hasFocused: RefObject<boolean> }

const contextOf = ({ state, unit, sides, structure, quantity }: TableProps): RowContext => ({ state, unit, sides, structure, quantity })

function Wide(props: ShownProps) {
  const { columns } = props.state.comparison
  const best = bestVenue(props.state.comparison, props.sides)
  const context = contextOf(props)
  const isBest = (column: Column) => column.venue === best && styles['best']
  const line = (row: CompareRow) => (
    <tr key={row.head}>
      <th scope="row">
        {row.head}
        {row.sub !== undefined && <small>{row.sub}</small>}
      </th>
      {columns.map((column) => (
        <td key={column.venue} className={classNames(isBest(column), column.structure === undefined && styles['away'])}>
          {row.cell(column)}
        </td>
      ))}
    </tr>
  )
  return (
    <div className={styles['scroll']} data-scrolls>
      <table className={styles['table']}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.venue} scope="col" className={classNames(styles['venue'], isBest(column))}>
                <VenueHead column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareRows(context).map(line)}
          <tr>
            <th scope="row" className={styles['quiet']}>
              <small>Opens the builder.</small>
              <small>Nothing is sent yet.</small>
            </th>
            {columns.map((column) => (
              <td key={column.venue} className={classNames(isBest(column))}>
                <Start {...props} column={column} isBest={column.venue === best} />
              </td>
            ))}
          </tr>
          {nearestRow(context).map(line)}
        </tbody>
      </table>
    </div>
  )
}

function Cards(props: ShownProps) {
  const { columns } = props.state.comparison
  const best = bestVenue(props.state.comparison, props.sides)
  const context = contextOf(props)
  const rows = [...compareRows(context), ...nearestRow(context)]
  return (
    <div className={styles['scroll']} data-scrolls>
      {columns.map((column) => (
        <section
          key={column.venue}
          className={classNames(styles['card'], column.venue === best && styles['best'])}
          aria-label={catalogue[column.venue].name}
        >
          <VenueHead column={column} />
          <dl>
            {rows.map((row) => (
              <Pair key={row.head} head={row.sub === undefined ? row.head : `${row.head}, ${row.sub}`}>
                {row.cell(column)}
              </Pair>
            ))}
          </dl>
          <Start {...props} column={column} isBest={column.venue === best} />
        </section>
      ))}
    </div>
  )
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <div className={styles['pair']}>
    <dt>{head}</dt>
    <dd>{children}</dd>
  </div>
)

function VenueHead({ column: { venue } }: { readonly column: Column }) {
  const status = useVenueStates(({ venues }) => venues.find((one) => one.venue === venue))
  const { name, displayCode } = catalogue[venue]
  const word = status && (venueWord[status.state] ?? 'open')
  const tone = status?.state === 'OPEN' ? 'live' : status?.state === 'MAINTENANCE' || status?.state === 'DISCONNECTED' ? 'broken' : 'warn'
  return (
    <span className={styles['venueHead']}>
      <span className={styles['code']} data-venue={venue}>
        {displayCode}
      </span>
      <strong>{name}</strong>
      {status !== undefined && (
        <span className={styles['status']} title={status.sentence}>
          <StatusDot tone={tone}>
            {word}
            {status.delay_ms !== null && ` · ${status.delay_ms} ms`}
          </StatusDot>
        </span>
      )}
    </span>
  )
}

type StartProps = ShownProps & { readonly column: Column; readonly isBest: boolean }

/** The best venue has the focus, and Enter continues there. */
function Start({ column, isBest, structure, quantity, state, hasFocused, onStart }: StartProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isFirst = isBest && state.coming.length === 0
  useEffect(() => {
    if (!isFirst || hasFocused.current) return
    hasFocused.current = true
    button.current?.focus()
  }, [isFirst, hasFocused])
  const { venue, near } = column
  const offered = column.structure ?? near
  if (offered === undefined) return <span className={styles['none']}>—</span>
  return (
    <Button
      ref={button}
      kind={isBest ? 'primary' : 'default'}
      size="large"
      className={styles['start']}
      onClick={() => onStart(venue, offered, quantity && quantityThere(quantity, structure, offered, state.index))}
    >
      {column.structure === undefined ? `Use ${changedTo(offered, structure)} there` : `Start the RFQ at ${displayCodeOf(venue)}`}
      {isBest && <CornerDownLeft size={13} aria-hidden="true" />}
    </Button>
  )
}

const displayCodeOf = (venue: VenueCode): string => catalogue[venue].displayCode

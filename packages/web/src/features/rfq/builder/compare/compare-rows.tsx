/** The rows of the comparison: their labels, and their cells for each venue. */
import {
  formatQuantity,
  isHedge,
  product,
  quantityText,
  structurePriceText,
  withCommas,
  type CompareUnit,
  type LegThere,
  type Side,
  type Structure,
} from '@parley/core'
import { CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EnteredNumber } from '../../../../components/number-text.ts'
import { useMark } from '../../../../live/use-live.ts'
import { useAccountNames } from '../../../account/settings/use-default-account.ts'
import { groupedText, signedText } from '../../../../components/figure-text.ts'
import { useHoldings } from '../../../../live/holdings.ts'
import { minimumText } from '../minimum-labels.ts'
import { behindBest, isInDollars, type Column, type SideColumn } from './compare-venues.ts'
import { changedTo, netText, notListedText, settlesText, totalText, unitName } from './compare-labels.ts'
import styles from './Compare.module.css'
import { MakersThere } from './MakersThere.tsx'
import type { ComparisonState } from './use-comparison.ts'

export type RowContext = {
  readonly state: ComparisonState
  readonly unit: CompareUnit
  readonly sides: readonly Side[]
  readonly structure: Structure
  readonly quantity: EnteredNumber
}

export type CompareRow = { readonly head: string; readonly sub?: string; readonly cell: (column: Column) => ReactNode }

const DASH = <span className={styles['none']}>—</span>
const sideOf = (column: Column, side: Side): SideColumn | undefined => (side === 'BUY' ? column.buy : column.sell)

export function compareRows(context: RowContext): readonly CompareRow[] {
  const { state, unit, sides, quantity } = context
  const one = unitName(unit, state.index)
  const amount = Number(quantity)
  return [
    { head: 'Legs', sub: 'bid, ask in its unit', cell: ({ legs }) => legs.map((leg, place) => <LegLine key={place} leg={leg} />) },
    { head: 'Structure', sub: 'from its own book', cell: (column) => <OwnBook column={column} sides={sides} /> },
    { head: 'Taker fees', sub: one, cell: (column) => <Fees column={column} context={context} /> },
    ...sides.map((side): CompareRow => {
      const [head, verb] = side === 'BUY' ? ['You pay, net', 'buy'] : ['You receive, net', 'sell']
      return { head, sub: `${one} to ${verb} 1`, cell: (column) => <Net {...{ column, side, context }} /> }
    }),
    ...(amount > 0 ? [{ head: `For ${quantityText(quantity ?? '')}`, cell: (column: Column) => <Total {...{ column, context, amount }} /> }] : []), // prettier-ignore
    { head: 'Minimum block', cell: (column) => <Minimum column={column} /> },
    { head: 'Account, free margin', cell: (column) => <Account column={column} /> },
    { head: 'Venue mark', cell: (column) => <Mark column={column} /> },
    { head: 'Settles', cell: (column) => <Settles column={column} /> },
    { head: 'Makers to ask', cell: ({ venue }) => <MakersThere venue={venue} /> },
  ]
}

/** The row of the nearest structure that all venues list, if one of them does not list the compared one. */
export function nearestRow({ state, unit, sides, structure }: RowContext): readonly CompareRow[] {
  const { nearest, columns } = state.comparison
  if (nearest === undefined) return []
  const count = columns.length === 2 ? 'both' : columns.length === 3 ? 'all three' : 'all'
  return [
    {
      head: `Nearest ${count} list`,
      sub: `${changedTo(nearest.structure, structure)}, net for 1`,
      cell: ({ venue }) => {
        const there = nearest.columns.find((one) => one.venue === venue)
        return (
          <p className={styles['two']}>
            {sides.map((side) => {
              const net = there && sideOf(there, side)?.net
              return (
                <span key={side}>
                  {side === 'BUY' ? 'pay ' : 'receive '}
                  <strong>{net === undefined ? '—' : netText(net, unit, state.index)}</strong>
                </span>
              )
            })}
          </p>
        )
      },
    },
  ]
}

function LegLine({ leg }: { readonly leg: LegThere }) {
  const { instrument, side, ratio } = leg.state === 'LISTED' ? leg.leg : leg.asked
  const mark = useMark(instrument.id)
  const times = ratio / 10_000
  return (
    <p className={styles['leg']}>
      <span className={side === 'BUY' ? styles['buy'] : styles['sell']}>{`${side === 'BUY' ? '+' : '−'}${times}`}</span>
      <span className={styles['name']} title={instrument.name}>
        {instrument.name}
      </span>
      {leg.state === 'NOT_LISTED' ? (
        <span className={styles['none']}>not listed</span>
      ) : (
        <span className={styles['book']}>
          <span className={styles['bid']}>{bookText(mark?.bid_price)}</span>
          <span className={styles['ask']}>{bookText(mark?.ask_price)}</span>
        </span>
      )}
    </p>
  )
}

const bookText = (text: string | null | undefined): string => (text == null || Number(text) === 0 ? '—' : withCommas(text))

function OwnBook({ column, sides }: { readonly column: Column; readonly sides: readonly Side[] }) {
  const { structure, price, venue, legs, refused } = column
  const words = notListedText(venue, legs) ?? refused
  if (words !== undefined || structure === undefined || price === undefined)
    return (
      <p className={styles['missing']}>
        <CircleSlash size={14} aria-hidden="true" /> {words ?? 'Not listed there.'}
      </p>
    )
  return (
    <p className={styles['own']}>
      {sides.map((side) => {
        const found = sideOf(column, side)
        return (
          <span key={side}>
            <span className={side === 'BUY' ? styles['ask'] : styles['bid']}>
              {side === 'BUY' ? 'ask ' : 'bid '}
              {found === undefined ? 'none' : withCommas(structurePriceText(structure, found.own.price))}
            </span>
            {found !== undefined && <small>= {groupedText(found.price, 2)}</small>}
          </span>
        )
      })}
      <span className={styles['units']}>
        {price.currency}
        <small>USD</small>
      </span>
    </p>
  )
}

function Fees({ column, context: { state, unit, sides } }: { readonly column: Column; readonly context: RowContext }) {
  if (column.fees === undefined) return DASH
  const [rate, cap] = column.fees.split(', ')
  const all = [...new Set(sides.flatMap((side) => sideOf(column, side)?.fee ?? []).map((fee) => netText(fee, unit, state.index)))]
  const count = column.structure!.legs.filter((leg) => !isHedge(leg)).length
  return (
    <p className={styles['two']} title={cap === undefined ? undefined : `${rate}, ${cap}`}>
      <span>{`${rate}${count > 1 ? ` × ${count}` : ''}`}</span>
      <strong>{all.length === 0 ? '—' : all.join(' / ')}</strong>
    </p>
  )
}

function Net({ column, side, context: { state, unit } }: { readonly column: Column; readonly side: Side; readonly context: RowContext }) {
  const net = sideOf(column, side)?.net
  if (net === undefined) return DASH
  const behind = behindBest(side, column, state.comparison, unit, state.index)
  return (
    <p className={styles['net']}>
      <strong>{netText(net, unit, state.index)}</strong>
      {behind === undefined ? (
        <span className={styles['isBest']}>best</span>
      ) : (
        <span className={styles['behind']}>{signedText(behind, unit === 'USD' ? 2 : unit === 'COIN' ? 5 : 3)}</span>
      )}
    </p>
  )
}

type TotalProps = { readonly column: Column; readonly context: RowContext; readonly amount: number }

/** A quantity in dollars is as many coins as it buys at the index. */
function Total({ column, context: { state, unit, sides, structure }, amount }: TotalProps) {
  const coins = isInDollars(structure) ? amount / state.index.price : amount
  if (sides.every((side) => sideOf(column, side) === undefined)) return DASH
  return (
    <p className={styles['two']}>
      {sides.map((side) => {
        const net = sideOf(column, side)?.net
        const text = net === undefined ? '—' : totalText(net * coins, unit, state.index)
        return (
          <span key={side}>
            {side === 'BUY' ? 'pay ' : 'receive '}
            <strong>{unit === 'COIN' || net === undefined ? text : `$${text}`}</strong>
          </span>
        )
      })}
    </p>
  )
}

const Minimum = ({ column: { structure, minimum } }: { readonly column: Column }) =>
  structure === undefined || minimum === undefined ? (
    DASH
  ) : (
    <p>
      <strong>{quantityText(formatQuantity(minimum.minimum))}</strong> {minimumText(structure, minimum)}
    </p>
  )

/** Cents are not significant for thousands of dollars. */
const freeText = ({ available, currency }: { readonly available: string; readonly currency: string }): string =>
  `${groupedText(Number(available), currency.startsWith('USD') ? 0 : 3)} ${currency}`

/** The account used at the venue, and its free margin in the settlement coin of the structure. */
function Account({ column: { venue, structure, near } }: { readonly column: Column }) {
  const nameOf = useAccountNames()
  const readings = useHoldings(({ accounts }) => accounts)
  const legs = (structure ?? near)?.legs ?? []
  const name = nameOf(venue, [...new Set(legs.map(({ instrument }) => instrument.productCode))])
  if (name === undefined) return <span className={styles['warn']}>no default; choose one there</span>
  const reading = readings?.find((one) => one.venue === venue && one.account_name === name)
  const coins = new Set<string>(legs.map(({ instrument }) => instrument.clearingCurrency))
  const free = reading?.balances.filter(({ currency }) => coins.has(currency)) ?? []
  return (
    <p title={reading?.state === 'STALE' ? 'The account could not be updated.' : undefined}>
      <strong>{name}</strong> {free.map(freeText).join(', ')}
      {reading?.state === 'STALE' && ' (old)'}
    </p>
  )
}

function Mark({ column: { structure, mark, price } }: { readonly column: Column }) {
  const currency = price?.currency ?? ''
  const isCoin = structure !== undefined && product(structure.legs[0]!.instrument.productCode)?.currency === currency
  if (mark === undefined) return DASH
  return (
    <p>
      <strong>{groupedText(mark, isCoin ? 4 : 2)}</strong> {currency}
    </p>
  )
}

function Settles({ column: { venue, structure, near } }: { readonly column: Column }) {
  const found = structure ?? near
  if (found === undefined) return DASH
  const [what, how] = settlesText(venue, found)
  return (
    <p>
      <strong>{what}</strong> {how}
    </p>
  )
}

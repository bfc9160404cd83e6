import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { Blotter, type BlotterProps } from './Blotter.tsx'

export type LiveListProps<Row> = Omit<BlotterProps<Row>, 'rows' | 'rowId' | 'empty'> & {
  readonly rows: readonly Row[]
  /** What an empty list shows, and the next step. */
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  readonly next: ReactElement
}

/** A list of a trading screen that its live data keeps current. */
export const LiveList = <Row extends { readonly id: string }>({ rows, empty, next, ...list }: LiveListProps<Row>) => (
  <Blotter<Row> {...list} rows={{ state: 'LOADED', data: rows }} rowId={idOf} empty={<Empty {...empty} action={next} />} />
)

const idOf = ({ id }: { readonly id: string }): string => id

/** The rows whose market is known, each with it under a name. */
export const withMarket = <Row, Name extends string, Market>(
  rows: Iterable<Row>,
  name: Name,
  marketOf: (row: Row) => Market | undefined,
): readonly (Row & Readonly<Record<Name, Market>>)[] =>
  [...rows].flatMap((row) => {
    const market = marketOf(row)
    return market === undefined ? [] : [{ ...row, [name]: market } as Row & Readonly<Record<Name, Market>>]
  })

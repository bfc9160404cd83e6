import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { Blotter, type BlotterProps } from './Blotter.tsx'

export type LiveListProps<Row> = Omit<BlotterProps<Row>, 'rows' | 'rowId' | 'empty'> & {
  readonly rows: readonly Row[]
  /** The icon and the texts of an empty list. */
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  readonly next: ReactElement
}

/** A list of a trading screen that its live data keeps current. */
export const LiveList = <Row extends { readonly id: string }>({ rows, empty, next, ...list }: LiveListProps<Row>) => (
  <Blotter<Row> {...list} rows={{ state: 'LOADED', data: rows }} rowId={idOf} empty={<Empty {...empty} action={next} />} />
)

const idOf = ({ id }: { readonly id: string }): string => id

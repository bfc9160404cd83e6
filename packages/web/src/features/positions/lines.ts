/** The lines of the table: group headings, positions, and the total of each currency. Pure. */
import { type CurrencySection, type FigureSums, sectionsOf, type SectionGrouping } from '@parley/core'
import { type Sorting, sortRows, type SortValue } from '../../components/table-layout.ts'
import type { HeldRow } from './position-row.ts'

export type Line =
  | { readonly kind: 'GROUP'; readonly id: string; readonly key: string; readonly of: HeldRow; readonly sums: FigureSums; readonly isOpen: boolean }
  | { readonly kind: 'POSITION'; readonly id: string; readonly row: HeldRow }
  | { readonly kind: 'TOTAL'; readonly id: string; readonly currency: string | undefined; readonly sums: FigureSums; readonly isOpen: boolean } // prettier-ignore

export type LinesOptions = {
  readonly grouping: SectionGrouping
  /** The ids of collapsed groups and totals. */
  readonly folded: ReadonlySet<string>
  /** The sort order within each group. */
  readonly sorting?: { readonly of: (row: HeldRow) => SortValue; readonly direction: Sorting['direction'] } | undefined
}

export const currencyName = (currency: string | undefined): string => currency ?? 'Other'

/** A collapsed currency shows only its total. */
export const linesOf = (rows: readonly HeldRow[], { grouping, folded, sorting }: LinesOptions): readonly Line[] =>
  sectionsOf(rows, grouping).flatMap((section): readonly Line[] => {
    const id = currencyName(section.currency)
    const isOpen = !folded.has(id)
    const total: Line = { kind: 'TOTAL', id, currency: section.currency, sums: section.sums, isOpen }
    return isOpen ? [...groupLines(section, { grouping, folded, sorting }), total] : [total]
  })

function groupLines(section: CurrencySection<HeldRow>, { grouping, folded, sorting }: LinesOptions): readonly Line[] {
  return section.groups.flatMap(({ key, of, rows, sums }): readonly Line[] => {
    const id = `${currencyName(section.currency)} ${key}`
    const isOpen = grouping === 'FLAT' || !folded.has(id)
    const sorted = sorting === undefined ? rows : sortRows(rows, sorting.of, sorting.direction)
    const positions = isOpen ? sorted.map((row): Line => ({ kind: 'POSITION', id: row.id, row })) : []
    return grouping === 'FLAT' ? positions : [{ kind: 'GROUP', id, key, of, sums, isOpen }, ...positions]
  })
}

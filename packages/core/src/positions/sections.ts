/** Positions in the order of the screen and of the export: by currency, and within it by expiry, by venue or ungrouped (rulebook 13.4). */
import { sumFigures, type FigureSums, type PositionFigures } from './figures.ts'

export type SectionGrouping = 'EXPIRY' | 'VENUE' | 'FLAT'

export type PositionRow = {
  /** Undefined if neither the catalogue nor the name determines it. */
  readonly currency: string | undefined
  readonly venue: string
  readonly instrumentName: string
  /** PERPETUAL has no expiry; UNKNOWN means that only the name is known. */
  readonly expiry: number | 'PERPETUAL' | 'UNKNOWN'
  readonly figures: PositionFigures | undefined
}

export type PositionGroup<Row> = { readonly key: string; readonly of: Row; readonly rows: readonly Row[]; readonly sums: FigureSums }
export type CurrencySection<Row> = {
  readonly currency: string | undefined
  readonly groups: readonly PositionGroup<Row>[]
  readonly sums: FigureSums
}

const LAST = Number.MAX_SAFE_INTEGER

function timeOf({ expiry }: PositionRow): number {
  switch (expiry) {
    case 'PERPETUAL':
      return LAST - 1
    case 'UNKNOWN':
      return LAST
    default:
      return expiry
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byExpiry = (a: PositionRow, b: PositionRow): number => timeOf(a) - timeOf(b)
const byName = (a: PositionRow, b: PositionRow): number =>
  a.instrumentName.localeCompare(b.instrumentName, 'en', { numeric: true }) || byText(a.instrumentName, b.instrumentName)
const byVenue = (a: PositionRow, b: PositionRow): number => byText(a.venue, b.venue)

function keyOf(row: PositionRow, grouping: SectionGrouping): string {
  switch (grouping) {
    case 'EXPIRY':
      return String(row.expiry)
    case 'VENUE':
      return row.venue
    case 'FLAT':
      return ''
  }
}

/** Every row is in exactly one section and one of its groups. The sums of the groups add up to the sum of the section. */
export function sectionsOf<Row extends PositionRow>(rows: readonly Row[], grouping: SectionGrouping): readonly CurrencySection<Row>[] {
  const sorted = rows.toSorted((a, b) =>
    grouping === 'VENUE' ? byVenue(a, b) || byExpiry(a, b) || byName(a, b) : byExpiry(a, b) || byVenue(a, b) || byName(a, b),
  )
  const sums = (some: readonly Row[]) => sumFigures(some.map(({ figures }) => figures))
  return [...Map.groupBy(sorted, ({ currency }) => currency)]
    .sort(([a], [b]) => (a === undefined ? 1 : b === undefined ? -1 : byText(a, b)))
    .map(([currency, held]) => ({
      currency,
      groups: [...Map.groupBy(held, (row) => keyOf(row, grouping))].map(([key, own]) => ({ key, of: own[0]!, rows: own, sums: sums(own) })),
      sums: sums(held),
    }))
}

/** The list of positions, and where it goes on: pure. */
import type { PositionView } from '@parley/contracts'
import { refuse, type Refusal } from '@parley/core'

export type PositionQuery = {
  readonly venue?: string | undefined
  readonly product_code?: string | undefined
  readonly account_name?: string | undefined
}

export const selectPositions = (all: readonly PositionView[], query: PositionQuery): readonly PositionView[] =>
  all.filter(
    (one) =>
      (query.venue === undefined || one.venue === query.venue) &&
      (query.product_code === undefined || one.product_code === query.product_code) &&
      (query.account_name === undefined || one.account_name === query.account_name),
  )

export type PositionPage = { readonly next: string | null; readonly results: readonly PositionView[] }

/** Positions may change between two pages; each goes on after the last one shown. */
export function pageOfPositions(all: readonly PositionView[], cursor: string | undefined, size: number): PositionPage | Refusal {
  const last = cursor === undefined || cursor === '' ? '' : placeIn(cursor)
  if (last === undefined) return refuse('InvalidParams', '', 'cursor: the `next` of an earlier page is accepted, as it came.', 'cursor')
  const rest = all.filter((one) => placeOf(one) > last).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const results = rest.slice(0, size)
  return { next: rest.length > size ? Buffer.from(placeOf(results.at(-1)!)).toString('base64url') : null, results }
}

const placeOf = ({ venue, account_name, instrument_name }: PositionView): string => `p ${venue}\t${account_name}\t${instrument_name}`

function placeIn(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  return text.startsWith('p ') ? text : undefined
}

/** Desks one may negotiate with, a page at a time; the cursor is the last ticker seen. */
import { wireLimits, type CounterpartyView } from '@parley/contracts'
import { ALL_MAKERS, type DeskId } from '@parley/core'
import type { Desk, Directory } from './directory.ts'

type CounterpartyQuery = {
  readonly venues?: string[] | undefined
  readonly group?: string | undefined
  readonly cursor?: string | undefined
  readonly page_size?: number | undefined
}
type Page = { count: number; next: string | null; results: CounterpartyView[] }

/** LP is every market maker; the other groups are those by which the viewer asks. */
const groupsOf = (directory: Directory, viewer: DeskId, { ticker, isMaker }: Desk): string[] => [
  ...(isMaker ? [ALL_MAKERS] : []),
  ...directory.groups(viewer).flatMap(({ name, makers }) => (makers.includes(ticker) ? [name] : [])),
]

export function listCounterparties(directory: Directory, viewer: DeskId, { venues, group, cursor, page_size }: CounterpartyQuery): Page {
  const offered = directory.offered(viewer)
  const all = directory
    .desks()
    .filter((desk) => directory.approved(viewer, desk.ticker))
    // A viewer reads of no account at a venue that it is not offered itself (rulebook 3.23).
    .map((desk) => ({ ...desk, venues: desk.venues.filter((venue) => offered.includes(venue)) }))
    .filter((desk) => group === undefined || groupsOf(directory, viewer, desk).some((name) => name.toLowerCase() === group.toLowerCase()))
    .filter((desk) => venues === undefined || venues.some((venue) => desk.venues.some((own) => own === venue.toUpperCase())))
  const rest = cursor === undefined ? all : all.filter((desk) => desk.ticker > cursor)
  const size = page_size ?? wireLimits.pageSizeDefault
  const results = rest.slice(0, size).map((desk) => ({
    id: desk.ticker,
    desk_name: desk.ticker,
    firm_name: desk.firmName,
    groups: groupsOf(directory, viewer, desk),
    venues: [...desk.venues],
  }))
  return { count: all.length, next: rest.length > size ? results.at(-1)!.id : null, results }
}

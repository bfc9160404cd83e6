/** The calls about what a desk holds. */
import { positionCalls as calls, wireLimits, type PositionView } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import { route, type Route, type RouteInput } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { AccountReader } from './account-reader.ts'
import { presentPositions, presentReading } from './wire.ts'

/** A desk reads only its own positions (rulebook 13.8). */
export const positionRoutes = (reader: AccountReader, known: Pick<MarketData, 'instrumentNamed' | 'mark'>): readonly Route[] => [
  route(calls.listPositions, ({ caller, query, now }) => {
    const all = reader.statesOf(caller.desk).flatMap((state) => presentPositions(state, known, now))
    const selected = selectPositions(all, query)
    const page = pageOfPositions(selected, query.cursor, query.page_size ?? wireLimits.pageSizeDefault)
    return Promise.resolve(isRefusal(page) ? page : { count: selected.length, next: page.next, results: [...page.results] })
  }),
  route(calls.listAccountReadings, ({ caller, now }) =>
    Promise.resolve({ results: reader.statesOf(caller.desk).map((state) => presentReading(state, now)) }),
  ),
  route(calls.refreshPositions, ({ caller }) => {
    const { accounts, beganAt } = reader.refresh(caller.desk)
    return Promise.resolve({ accounts, began_at: beganAt })
  }),
]

type PositionQuery = RouteInput<typeof calls.listPositions>['query']

const selectPositions = (all: readonly PositionView[], query: PositionQuery): readonly PositionView[] =>
  all.filter(
    (one) =>
      (query.venue === undefined || one.venue === query.venue) &&
      (query.product_code === undefined || one.product_code === query.product_code) &&
      (query.account_name === undefined || one.account_name === query.account_name),
  )

type PositionPage = { readonly next: string | null; readonly results: readonly PositionView[] }

/** Positions may change between two pages, so each page starts after the last position of the previous one. */
function pageOfPositions(all: readonly PositionView[], cursor: string | undefined, size: number): PositionPage | Refusal {
  const last = cursor === undefined || cursor === '' ? '' : placeIn(cursor)
  if (last === undefined) return refuse('InvalidParams', '', 'cursor must be the `next` value of an earlier page, unchanged.', 'cursor')
  const rest = all.filter((one) => placeOf(one) > last).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const results = rest.slice(0, size)
  return { next: rest.length > size ? Buffer.from(placeOf(results.at(-1)!)).toString('base64url') : null, results }
}

const placeOf = ({ venue, account_name, instrument_name }: PositionView): string => `p ${venue}\t${account_name}\t${instrument_name}`

function placeIn(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  return text.startsWith('p ') ? text : undefined
}

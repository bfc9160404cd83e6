/** The calls about what a desk holds. */
import { positionCalls as calls, wireLimits } from '@parley/contracts'
import { isRefusal } from '@parley/core'
import { route, type Route } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { AccountReader } from './account-reader.ts'
import { pageOfPositions, selectPositions } from './list.ts'
import { presentPositions, presentReading } from './wire.ts'

/** A desk reads its own, and nobody else's (rulebook 13.8). */
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

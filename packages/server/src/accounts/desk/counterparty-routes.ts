/** The calls about other desks. */
import { deskCalls as calls, directRfqCalls, wireLimits, type CounterpartyView } from '@parley/contracts'
import { ALL_MAKERS, type DeskId } from '@parley/core'
import { route, type Route, type RouteInput } from '../../calls/route.ts'
import { actorOf } from '../actor.ts'
import { approvalToWire } from '../wire.ts'
import { changeNeverMatch, setOrderBooks } from './approvals.ts'
import { createCounterpartyGroups } from './counterparty-groups.ts'
import type { DeskServices } from './desk-services.ts'
import type { Desk, Directory } from './directory.ts'

export function counterpartyRoutes({ book, desk, directory }: DeskServices): readonly Route[] {
  const change = async (kind: 'Ask' | 'Approve' | 'Withdraw', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    return (await desk.approve(kind, actorOf(input), other)) ?? approvalToWire(book.accounts, input.caller.desk, other)
  }
  const changeBlock = async (kind: 'NeverMatch' | 'MatchAgain', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    const refused = await changeNeverMatch(book, actorOf(input), kind, other)
    return refused ?? approvalToWire(book.accounts, input.caller.desk, other)
  }
  const orderBooksOf = (desk: DeskId) => book.accounts.desks.get(desk)!.orderBooks
  const groups = createCounterpartyGroups(book, directory)
  return [
    route(calls.listCounterpartyGroups, ({ caller }) => Promise.resolve(groups.list(caller.desk))),
    route(calls.createCounterpartyGroup, (input) => groups.create(actorOf(input), input.body)),
    route(calls.updateCounterpartyGroup, (input) => groups.update(actorOf(input), input.params.id, input.body)),
    route(calls.deleteCounterpartyGroup, (input) => groups.remove(actorOf(input), input.params.id)),
    route(calls.listApprovals, ({ caller }) => {
      const others = [...book.accounts.desks.keys()].filter((other) => other !== caller.desk)
      const results = others.map((other) => approvalToWire(book.accounts, caller.desk, other))
      return Promise.resolve({ results, order_books: orderBooksOf(caller.desk) })
    }),
    route(
      calls.setOrderBooks,
      async (input) =>
        (await setOrderBooks(book, actorOf(input), input.body.order_books)) ?? { order_books: orderBooksOf(input.caller.desk) },
    ),
    route(directRfqCalls.listCounterparties, ({ caller, query }) => Promise.resolve(listCounterparties(directory, caller.desk, query))),
    route(calls.neverMatch, (input) => changeBlock('NeverMatch', input)),
    route(calls.matchAgain, (input) => changeBlock('MatchAgain', input)),
    route(calls.askCounterparty, (input) => change('Ask', input)),
    route(calls.approveCounterparty, (input) => change('Approve', input)),
    route(calls.withdrawCounterparty, (input) => change('Withdraw', input)),
  ]
}

type CounterpartyQuery = RouteInput<typeof directRfqCalls.listCounterparties>['query']
type Page = { count: number; next: string | null; results: CounterpartyView[] }

/** Desks that the viewer may negotiate with, page by page. The cursor is the last ticker of the previous page. */
function listCounterparties(directory: Directory, viewer: DeskId, { venues, group, cursor, page_size }: CounterpartyQuery): Page {
  const offered = directory.offered(viewer)
  const all = directory
    .desks()
    .filter((desk) => directory.approved(viewer, desk.ticker))
    // A viewer does not see accounts at venues that are not offered to it (rulebook 3.23).
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

/** LP contains every market maker. The other groups are the viewer's own and the operator's. */
const groupsOf = (directory: Directory, viewer: DeskId, { ticker, isMaker }: Desk): string[] => [
  ...(isMaker ? [ALL_MAKERS] : []),
  ...directory.groups(viewer).flatMap(({ name, makers }) => (makers.includes(ticker) ? [name] : [])),
]

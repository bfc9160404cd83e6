/** The calls about other desks. */
import { deskCalls as calls, directRfqCalls } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { route, type Route, type RouteInput } from '../../calls/route.ts'
import { actorOf } from '../actor.ts'
import { approvalToWire } from '../wire.ts'
import { changeNeverMatch } from './never-match.ts'
import { createCounterpartyGroups } from './counterparty-groups.ts'
import { listCounterparties } from './counterparties.ts'
import type { DeskServices } from './desk-services.ts'

export function counterpartyRoutes({ book, desk, directory }: DeskServices): readonly Route[] {
  const change = async (kind: 'Ask' | 'Approve' | 'Withdraw', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    return (await desk.approve(kind, actorOf(input), other)) ?? approvalToWire(book.accounts, input.caller.desk, other)
  }
  const keepApart = async (kind: 'NeverMatch' | 'MatchAgain', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    const refused = await changeNeverMatch(book, actorOf(input), kind, other)
    return refused ?? approvalToWire(book.accounts, input.caller.desk, other)
  }
  const groups = createCounterpartyGroups(book, directory)
  return [
    route(calls.listCounterpartyGroups, ({ caller }) => Promise.resolve(groups.list(caller.desk))),
    route(calls.createCounterpartyGroup, (input) => groups.create(actorOf(input), input.body)),
    route(calls.updateCounterpartyGroup, (input) => groups.update(actorOf(input), input.params.id, input.body)),
    route(calls.deleteCounterpartyGroup, (input) => groups.remove(actorOf(input), input.params.id)),
    route(calls.listApprovals, ({ caller }) => {
      const others = [...book.accounts.desks.keys()].filter((other) => other !== caller.desk)
      return Promise.resolve({ results: others.map((other) => approvalToWire(book.accounts, caller.desk, other)) })
    }),
    route(directRfqCalls.listCounterparties, ({ caller, query }) => Promise.resolve(listCounterparties(directory, caller.desk, query))),
    route(calls.neverMatch, (input) => keepApart('NeverMatch', input)),
    route(calls.matchAgain, (input) => keepApart('MatchAgain', input)),
    route(calls.askCounterparty, (input) => change('Ask', input)),
    route(calls.approveCounterparty, (input) => change('Approve', input)),
    route(calls.withdrawCounterparty, (input) => change('Withdraw', input)),
  ]
}

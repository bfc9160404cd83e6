/** The calls about a desk: members, venue accounts, keys, and approvals of other desks. */
import { deskCalls as calls, directRfqCalls } from '@parley/contracts'
import { isRefusal, type DeskId, type UserId } from '@parley/core'
import { route, type Route, type RouteInput } from '../../http/route.ts'
import { actorOf } from '../actor.ts'
import type { Book } from '../book.ts'
import { approvalToWire, keyToWire, membersOf, venueAccountToWire } from '../wire.ts'
import { listCounterparties } from './counterparties.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { Directory } from './directory.ts'
import type { DeskService } from './service.ts'

export type DeskParts = { readonly book: Book; readonly desk: DeskService; readonly directory: Directory; readonly sessions: Sessions }

export const deskRoutes = (parts: DeskParts): readonly Route[] => [...ownDeskRoutes(parts), ...counterpartyRoutes(parts)]

function ownDeskRoutes({ book, desk, sessions }: DeskParts): readonly Route[] {
  const seenAt = (user: UserId) => sessions.of(user).reduce<number | null>((last, { seenAt: at }) => Math.max(last ?? 0, at), null)
  return [
    route(calls.listMembers, ({ caller }) => Promise.resolve({ results: [...membersOf(book.accounts, caller.desk, seenAt)] })),
    route(calls.listVenueAccounts, ({ caller }) =>
      Promise.resolve({ results: (book.accounts.venueAccounts.get(caller.desk) ?? []).map(venueAccountToWire) }),
    ),
    route(calls.addVenueAccount, async (input) => {
      const { venue, name, client_id, client_secret, is_default } = input.body
      const wanted = { venue, name, clientId: client_id, clientSecret: client_secret, isDefault: is_default ?? false }
      const answer = await desk.addVenueAccount(actorOf(input), wanted)
      return isRefusal(answer) ? answer : venueAccountToWire(answer)
    }),
    route(calls.listApiKeys, ({ caller }) =>
      Promise.resolve({ results: [...book.accounts.keys.values()].filter((key) => key.desk === caller.desk).map(keyToWire) }),
    ),
    route(calls.createApiKey, async (input) => {
      const answer = await desk.createKey(actorOf(input), input.body.name)
      return isRefusal(answer) ? answer : { ...keyToWire(answer.row), secret_key: answer.secret }
    }),
    route(calls.revokeApiKey, (input) => desk.revokeKey(actorOf(input), input.params.id)),
  ]
}

function counterpartyRoutes({ book, desk, directory }: DeskParts): readonly Route[] {
  const change = async (kind: 'Ask' | 'Approve' | 'Withdraw', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    return (await desk.approve(kind, actorOf(input), other)) ?? approvalToWire(book.accounts, input.caller.desk, other)
  }
  return [
    route(calls.listApprovals, ({ caller }) => {
      const others = [...book.accounts.desks.keys()].filter((desk) => desk !== caller.desk)
      return Promise.resolve({ results: others.map((desk) => approvalToWire(book.accounts, caller.desk, desk)) })
    }),
    route(directRfqCalls.listCounterparties, ({ caller, query }) => Promise.resolve(listCounterparties(directory, caller.desk, query))),
    route(calls.askCounterparty, (input) => change('Ask', input)),
    route(calls.approveCounterparty, (input) => change('Approve', input)),
    route(calls.withdrawCounterparty, (input) => change('Withdraw', input)),
  ]
}

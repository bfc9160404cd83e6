/** The calls of /account/: parse -> service -> present; a route holds no rule. */
import { accountCalls as calls, directRfqCalls, type Call } from '@parley/contracts'
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import { fault } from '../http/fault.ts'
import { Answered, Faulted, route, type Caller, type Route, type RouteInput } from '../http/route.ts'
import type { Book } from './book.ts'
import { listCounterparties } from './counterparties.ts'
import type { Directory } from './directory.ts'
import { flagsOf } from './flags.ts'
import type { Actor, AccountService } from './service.ts'
import type { Sessions } from './sessions.ts'
import type { createSignIn } from './sign-in.ts'
import { approvalToWire, keyToWire, membersOf, userToWire, venueAccountToWire } from './wire.ts'

export type AccountParts = {
  readonly book: Book
  readonly sessions: Sessions
  readonly service: AccountService
  readonly signIn: ReturnType<typeof createSignIn>
  readonly directory: Directory
}

const actorOf = ({ caller, now, address, requestId }: Pick<RouteInput<Call>, 'caller' | 'now' | 'address' | 'requestId'>): Actor => ({
  desk: caller.desk,
  name: caller.user,
  now,
  address,
  requestId,
})

export const accountRoutes = (parts: AccountParts): readonly Route[] => [
  ...sessionRoutes(parts),
  ...userRoutes(parts),
  ...deskRoutes(parts),
  ...counterpartyRoutes(parts),
]

function sessionRoutes({ book, sessions, signIn }: AccountParts): readonly Route[] {
  return [
    route(calls.login, async ({ body, address, now }) => {
      const answer = await signIn({ email: body.email, password: body.password, appVersion: body.app_version ?? undefined, address, now })
      if ('retryAfterMs' in answer) throw new Faulted(fault('RateLimited', 'Too many attempts to sign in.', answer))
      if (isRefusal(answer)) return answer
      return { token: answer.token, user: userToWire(book.accounts, answer.user, answer.desk, answer.role) }
    }),
    route(calls.logout, async ({ caller }) => {
      if (caller.kind === 'session') await sessions.end(caller.via)
      return {}
    }),
    route(calls.refreshToken, async ({ caller, now }) => {
      const token = caller.kind === 'session' ? await sessions.refresh(caller.via, now) : undefined
      if (token === undefined) return refuse('InsufficientPermissions', '', 'Only a session has a token to refresh.')
      return new Answered(200, { token }, { 'refreshed-token': token })
    }),
  ]
}

function userRoutes({ book, service }: AccountParts): readonly Route[] {
  const present = (caller: Caller) => {
    const user = book.accounts.users.get(caller.user)
    return user === undefined ? noPerson() : userToWire(book.accounts, user, caller.desk, caller.role)
  }
  return [
    route(calls.getUser, ({ caller }) => Promise.resolve(present(caller))),
    route(calls.updateUser, async (input) => {
      if (input.caller.kind === 'key') return noPerson()
      await service.updateUser(actorOf(input), input.caller.user, input.body)
      return present(input.caller)
    }),
    route(calls.savePreferences, async (input) => {
      if (input.caller.kind === 'key') return noPerson()
      return (await service.savePreferences(input.caller.user, input.body.data, actorOf(input))) ?? { data: input.body.data }
    }),
    route(calls.listFeatureFlags, () => Promise.resolve(flagsOf(book.accounts))),
  ]
}

const noPerson = (): Refusal => refuse('InsufficientPermissions', '', 'An API key is nobody: sign in as a person.')

function deskRoutes({ book, service }: AccountParts): readonly Route[] {
  return [
    route(calls.listMembers, ({ caller }) => Promise.resolve({ results: [...membersOf(book.accounts, caller.desk)] })),
    route(calls.listVenueAccounts, ({ caller }) =>
      Promise.resolve({ results: (book.accounts.venueAccounts.get(caller.desk) ?? []).map(venueAccountToWire) }),
    ),
    route(calls.addVenueAccount, async (input) => {
      const { venue, name, client_id, client_secret, is_default } = input.body
      const wanted = { venue, name, clientId: client_id, clientSecret: client_secret, isDefault: is_default ?? false }
      const answer = await service.addVenueAccount(actorOf(input), wanted)
      return isRefusal(answer) ? answer : venueAccountToWire(answer)
    }),
    route(calls.listApiKeys, ({ caller }) =>
      Promise.resolve({ results: [...book.accounts.keys.values()].filter((key) => key.desk === caller.desk).map(keyToWire) }),
    ),
    route(calls.createApiKey, async (input) => {
      const answer = await service.createKey(actorOf(input), input.body.name)
      return isRefusal(answer) ? answer : { ...keyToWire(answer.row), secret_key: answer.secret }
    }),
    route(calls.revokeApiKey, (input) => service.revokeKey(actorOf(input), input.params.id)),
  ]
}

function counterpartyRoutes({ book, service, directory }: AccountParts): readonly Route[] {
  const change = async (kind: 'Ask' | 'Approve' | 'Withdraw', input: RouteInput<typeof calls.askCounterparty>) => {
    const other = input.params.desk.toUpperCase() as DeskId
    return (await service.approve(kind, actorOf(input), other)) ?? approvalToWire(book.accounts, input.caller.desk, other)
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

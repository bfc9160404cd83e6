/** Finds the caller of an API key or a session token in memory, and reports callers that lose access. */
import type { DeskId, Refusal, UserId } from '@parley/core'
import { hasRight, type Right } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Log } from '../log/log.ts'
import type { Book } from './accounts-snapshot.ts'
import type { KeyAccess, KnownKey } from './key-access.ts'
import { memberOf } from './membership.ts'
import type { RefusedAddresses } from './refused-addresses.ts'
import { alsoOfferedTo, type Accounts, type MembershipRow } from './rows.ts'
import type { Restrictions } from './restrictions.ts'
import type { Session, Sessions } from './sign-in/sessions.ts'
import type { LastUse } from './wire.ts'

/** A user or key that may no longer trade for a desk; without a user, the whole desk. */
export type Barred = { readonly desk: DeskId; readonly user?: UserId }

export interface Access {
  key(accessKey: string, now: number): KnownKey | undefined
  /** Called once the key's signature is proved. Undefined if the key is accepted from the address now; its use is then recorded. */
  keyRefusal(keyId: string, address: string, now: number): Refusal | undefined
  /** Whether its access key alone opens a socket, and keeps it open. */
  isCompatible(keyId: string): boolean
  lastUse(key: { readonly id: string }): LastUse | undefined
  /** For a call, whose answer can carry a new token. */
  session(token: string, now: number): { readonly caller: Caller; readonly fresh: string | undefined } | undefined
  /** For a handshake, which cannot. */
  sessionAsIs(token: string, now: number): Caller | undefined
  /** The earlier caller with its current rights; undefined if it would not be admitted again from that address. */
  asNow(caller: Caller, address: string, now: number): Caller | undefined
  /** Called for a key or session (`Caller.via`) that has ended, so that its sockets are closed at once. */
  onGone(listener: (via: string) => void): () => void
  /** Called when accounts have changed, so that connected callers are checked again. */
  onChange(listener: () => void): () => void
  /** Everything they have open is cancelled (rulebook 2.10). */
  onBarred(listener: (barred: Barred) => void): () => void
}

type AccessParts = {
  readonly book: Book
  readonly sessions: Sessions
  readonly keys: KeyAccess
  readonly refusedAddresses: Pick<RefusedAddresses, 'record'>
  /** Checked on every call, so that restrictions take effect immediately, even for users who are already signed in. */
  readonly restrictions: Pick<Restrictions, 'isRestricted'>
  readonly log: Log
}

export function createAccess({ book, sessions, keys, refusedAddresses, restrictions, log }: AccessParts): Access {
  const callerOf = (session: Session): Caller | undefined => {
    const member = seatOf(book.accounts, session)
    return member && callerIn(book.accounts, session, member, restrictions.isRestricted(session))
  }
  const goneListeners = new Set<(via: string) => void>()
  const barredListeners = new Set<(barred: Barred) => void>()
  const gone = (via: string) => goneListeners.forEach((listener) => listener(via))

  sessions.onEnd(gone)
  book.onChange((now, before) => {
    for (const id of before.keysById.keys()) {
      if (now.keysById.has(id)) continue
      keys.forget(id)
      gone(id)
    }
    for (const barred of barredSince(before, now)) for (const listener of barredListeners) listener(barred)
    sessions
      .endWhere((session) => memberOf(now, session.user, session.desk) === undefined || isEnded(now, session))
      .catch((error: unknown) => log.error({ error }, 'Could not end the sessions of a former member'))
  })

  return {
    key: keys.find,
    keyRefusal(keyId, address, now) {
      const refused = keys.refusal(keyId, address, now)
      if (refused === undefined) keys.used(keyId, address, now)
      else if (refused.refused === 'AddressNotAllowed') refusedAddresses.record(keyId, address, now)
      return refused
    },
    isCompatible: keys.isCompatible,
    lastUse: ({ id }) => keys.lastUse(id),
    session(token, now) {
      const used = sessions.use(token, now)
      const caller = used && callerOf(used.session)
      return caller && { caller, fresh: used.fresh }
    },
    sessionAsIs(token, now) {
      const session = sessions.find(token, now)
      return session && callerOf(session)
    },
    asNow(caller, address, now) {
      if (caller.kind === 'key') return keys.refusal(caller.via, address, now) === undefined ? keys.byId(caller.via) : undefined
      const session = sessions.one(caller.via)
      return session === undefined || now > session.endsAt ? undefined : callerOf(session)
    },
    onGone: (listener) => listen(goneListeners, listener),
    onChange: (listener) => book.onChange(() => listener()),
    onBarred: (listener) => listen(barredListeners, listener),
  }
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session may have been ended while no server was running. */
const seatOf = (accounts: Accounts, session: Session): MembershipRow | undefined =>
  isEnded(accounts, session) ? undefined : memberOf(accounts, session.user, session.desk)

const callerIn = (accounts: Accounts, { id, user, desk, proved }: Session, { role }: MembershipRow, isRestricted: boolean): Caller => ({
  kind: 'session',
  desk,
  user,
  name: nameIn(accounts, user),
  via: id,
  role,
  proved,
  isRestricted,
  alsoOffered: alsoOfferedTo(accounts, desk),
})

function nameIn({ users }: Accounts, id: UserId): string | undefined {
  const person = users.get(id)
  return person === undefined ? undefined : `${person.firstName} ${person.lastName}`
}

const isEnded = (accounts: Accounts, { user, createdAt }: Session): boolean =>
  createdAt <= (accounts.users.get(user)?.sessionsEndedAt ?? -1)

/** Checks a user or key, and that its desk is not suspended. */
export const mayTrade = (accounts: Accounts, who: Required<Barred>): boolean => mayStill('Trade', accounts, who)
export const mayBid = (accounts: Accounts, who: Required<Barred>): boolean => mayStill('Bid', accounts, who)

function mayStill(right: Right, accounts: Accounts, { desk, user }: Required<Barred>): boolean {
  if (accounts.desks.get(desk)?.suspendedAt !== null) return false
  const key = accounts.keysById.get(user)
  return key === undefined ? isMemberWith(right, accounts, user, desk) : key.suspendedAt === null
}

function isMemberWith(right: Right, accounts: Accounts, user: UserId, desk: DeskId): boolean {
  const member = memberOf(accounts, user, desk)
  return member !== undefined && hasRight(member.role, right)
}

/** Rights that let a user have open orders, quotes or bids. */
const RIGHTS_TO_DEAL: readonly Right[] = ['Trade', 'Bid']

function barredSince(before: Accounts, now: Accounts): readonly Barred[] {
  // Keys trade under their own id.
  const keys = [...before.keysById.values()].filter(
    ({ id, suspendedAt }) => suspendedAt === null && now.keysById.get(id)?.suspendedAt !== null,
  )
  const desks = [...now.desks.values()].filter((desk) => desk.suspendedAt !== null && before.desks.get(desk.ticker)?.suspendedAt === null)
  const people = [...before.memberships.values()].flat()
  return [
    ...desks.map(({ ticker }) => ({ desk: ticker })),
    ...keys.map(({ id, desk }) => ({ desk, user: id as UserId })),
    ...people
      .filter(({ user, desk }) =>
        RIGHTS_TO_DEAL.some((right) => isMemberWith(right, before, user, desk) && !isMemberWith(right, now, user, desk)),
      )
      .map(({ user, desk }) => ({ desk, user })),
  ]
}

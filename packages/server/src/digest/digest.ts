/**
 * Emails to users who are signed in and away: none of their screens is open, and their email notifications are on. Digests are stored after the
 * commit and not with it. If a crash loses one, the screen still shows the same (decision 0025).
 */
import { hasRight, type DeskId, type UserId } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Post } from '../mail/mail-queue.ts'
import type { PublishedDecision } from '../shards/market-engine.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { UserRow } from '../accounts/rows.ts'
import type { Sessions } from '../accounts/sign-in/sessions.ts'
import { digestLimits } from './limits.ts'
import { digestItemsOf, type DigestItem } from './digest-items.ts'
import { memberOf } from '../accounts/membership.ts'

export type DigestServices = {
  readonly sql: Sql
  readonly post: Post
  readonly book: Pick<Book, 'accounts'>
  readonly sessions: Pick<Sessions, 'of'>
  /** Whether a socket of the session is open. */
  readonly isHere: (session: string) => boolean
  readonly now: () => number
  readonly log: Log
}

type Gathered = { readonly desk: DeskId; readonly since: number; readonly lines: string[]; more: number }

export type Digest = {
  onEvents(decisions: readonly PublishedDecision[]): void
  /** Stores the digests that are due. */
  sweep(now: number): Promise<void>
  close(): void
}

export function createDigest(parts: DigestServices): Digest {
  const gathered = new Map<UserId, Gathered>()
  const writtenAt = new Map<UserId, number>()

  const gather = (user: UserId, { desk, line }: DigestItem) => {
    const held = gathered.get(user)
    if (held === undefined) gathered.set(user, { desk, since: parts.now(), lines: [line], more: 0 })
    else if (held.lines.length < digestLimits.lines) held.lines.push(line)
    else held.more += 1
  }
  const sweep = async (now: number) => {
    for (const [user, item] of gathered) {
      if (now - item.since < digestLimits.gatherMs || now - (writtenAt.get(user) ?? -Infinity) < digestLimits.quietMs) continue
      gathered.delete(user)
      const reader = readerOf(parts, user, item.desk)
      if (reader === undefined) continue
      writtenAt.set(user, now)
      await write(parts, reader, item, now)
    }
  }
  const sweeping = setInterval(() => {
    sweep(parts.now()).catch((error: unknown) => parts.log.error({ error }, 'Could not store a digest'))
  }, digestLimits.sweepMs)

  return {
    onEvents(decisions) {
      for (const item of decisions.flatMap(digestItemsOf)) for (const reader of readersOf(parts, item)) gather(reader.id, item)
    },
    sweep,
    close: () => clearInterval(sweeping),
  }
}

const readersOf = (parts: DigestServices, { desk, about }: DigestItem): readonly UserRow[] =>
  (parts.book.accounts.members.get(desk) ?? [])
    .map(({ user }) => readerOf(parts, user, desk))
    .filter((reader): reader is UserRow => reader !== undefined && (about === 'RFQ' || reader.notifications.trading))

/** Undefined for users who get no email: those of another desk, without the right or the setting, with an open screen, or signed out. */
function readerOf({ book, sessions, isHere }: DigestServices, user: UserId, desk: DeskId): UserRow | undefined {
  const person = book.accounts.users.get(user)
  const member = memberOf(book.accounts, user, desk)
  if (person === undefined || member === undefined || !person.notifications.email || !hasRight(member.role, 'Trade')) return undefined
  const own = sessions.of(user).filter((session) => session.desk === desk)
  return own.length > 0 && own.every(({ id }) => !isHere(id)) ? person : undefined
}

async function write({ sql, post, book }: DigestServices, { email, firstName }: UserRow, { desk, lines, more }: Gathered, now: number) {
  const deskName = book.accounts.desks.get(desk)?.name ?? desk
  await post.send(sql, email, { kind: 'Digest', firstName, deskName, lines, more }, now)
}

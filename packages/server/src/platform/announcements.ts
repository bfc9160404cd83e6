/**
 * Announcements of the operator (rulebook 23.1): made and withdrawn in the database by the console or the command line, and shown by every process that
 * serves users.
 */
import type { AnnouncementsView } from '@parley/contracts'
import {
  announcementRefusal,
  cleanAnnouncementText,
  refuse,
  shownAnnouncements,
  type Announcement,
  type AnnouncementRefusal,
  type Instant,
  type Refusal,
} from '@parley/core'
import { appendAudit } from '../audit/append.ts'
import { commandLine, withReason, type Author } from '../audit/author.ts'
import type { StreamChannel } from '../calls/channel.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { openTimedView } from './timed-view.ts'

export type KeptAnnouncement = Announcement & { readonly id: string }

export interface Announcements {
  /** To signed-in users. */
  shown(): AnnouncementsView
  shownOnSignIn(): AnnouncementsView
  readonly channel: StreamChannel
  close(): Promise<void>
}

const NOTICES = 'parley_announcements'

type AnnouncementSources = { readonly sql: Sql; readonly now: () => number; readonly log: Log }

export async function openAnnouncements({ sql, now, log }: AnnouncementSources): Promise<Announcements> {
  const view = (rows: readonly KeptAnnouncement[]) => present(shownAnnouncements(rows, now() as Instant))
  const timed = await openTimedView({
    ...{ sql, log, notices: NOTICES, name: 'the announcements' },
    read: () => openIn(sql, now()),
    view,
  })
  return {
    shown: timed.view,
    shownOnSignIn: () => view(timed.rows().filter(({ isOnSignIn }) => isOnSignIn)),
    channel: { kind: 'stream', pattern: 'announcements', open: timed.open },
    close: timed.close,
  }
}

const present = (shown: readonly KeptAnnouncement[]): AnnouncementsView => ({
  announcements: shown.map(({ id, kind, text, from, until, isOnSignIn }) => ({
    ...{ id, kind, text, starts_at: from, ends_at: until, is_on_sign_in: isOnSignIn },
  })),
})

/** Those that have not ended, the first to begin first. */
const openIn = (sql: Sql | TransactionSql, now: number) => sql<KeptAnnouncement[]>`
  select id::text as id, kind, body as text, from_at as "from", until_at as until, is_on_sign_in as "isOnSignIn"
  from announcement where withdrawn_at is null and until_at > ${now} order by from_at, id`

type By = { readonly now: number; readonly author?: Author }

/** Returns its id. */
export function announce(sql: Sql, made: Announcement, { now, author = commandLine }: By): Promise<string | Refusal<AnnouncementRefusal>> {
  const { kind, text, from, until, isOnSignIn } = { ...made, text: cleanAnnouncementText(made.text) }
  return write(sql, async (tx) => {
    const open = (await openIn(tx, now)).length
    const refused = announcementRefusal({ kind, text, from, until, isOnSignIn }, { now: now as Instant, open })
    if (refused !== undefined) return refused
    const [row] = await tx<{ id: string }[]>`
      insert into announcement (kind, body, from_at, until_at, is_on_sign_in, made_by, made_at)
      values (${kind}, ${text}, ${from}, ${until}, ${isOnSignIn}, ${author.actor}, ${now}) returning id::text as id`
    const detail = withReason(author, { kind, text, from, until, isOnSignIn })
    await appendAudit(tx, { at: now, actor: author.actor, action: 'Announce', object: row!.id, detail })
    return row!.id
  })
}

export function withdrawAnnouncement(
  sql: Sql,
  id: string,
  { now, author = commandLine }: By,
): Promise<KeptAnnouncement | Refusal<'AnnouncementUnknown'>> {
  return write(sql, async (tx) => {
    const found = (await openIn(tx, now)).find((one) => one.id === id)
    if (found === undefined)
      return refuse(
        'AnnouncementUnknown',
        '23.4',
        `No announcement with the id ${id} is open. Without options, announce lists all of them.`,
      )
    await tx`update announcement set withdrawn_at = ${now} where id = ${id}`
    const detail = withReason(author, { text: found.text })
    await appendAudit(tx, { at: now, actor: author.actor, action: 'WithdrawAnnouncement', object: id, detail })
    return found
  })
}

/** Writers wait for each other, because the rules count what is open. The notice leaves with the commit. The audit log is written last. */
const write = <T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    await tx`lock table announcement in share row exclusive mode`
    await tx`select pg_notify(${NOTICES}, '')`
    return work(tx)
  })

export type ListedAnnouncement = KeptAnnouncement & {
  readonly madeBy: string
  readonly madeAt: number
  readonly withdrawnAt: number | null
}

/** For the operator: the newest first, also those that have ended. */
export const listedAnnouncements = (sql: Sql, most: number): PromiseLike<readonly ListedAnnouncement[]> => sql<ListedAnnouncement[]>`
  select id::text as id, kind, body as text, from_at as "from", until_at as until, is_on_sign_in as "isOnSignIn",
    made_by as "madeBy", made_at as "madeAt", withdrawn_at as "withdrawnAt"
  from announcement order by id desc limit ${most}`

/**
 * Regularly checks every account's key with its venue (rulebook 2.24): one account of a venue at a time, each every five minutes, and sooner after a
 * block of it was rejected. Replaced keys are deleted once they are no longer needed.
 */
import { accountHealth, venueForms, type AccountVenue, type DeskId, type Instant } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { Post } from '../../mail/mail-queue.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../accounts-snapshot.ts'
import { writeToAdministrators } from '../administrators.ts'
import { openFields } from './entered-key.ts'
import { accountLimits } from '../limits.ts'
import type { VenueAccountRow } from '../rows.ts'
import { withProof, type AccountHealthBook, type HealthRecord } from './health-book.ts'
import type { ProveKey, TimedProof } from './prove-key.ts'

export type UsedAccount = { readonly venue: AccountVenue; readonly desk: DeskId; readonly account: string }
/** The outcome of one step of a block at its venue. */
export type UseOutcome =
  | { readonly kind: 'SUCCESS'; readonly at: number; readonly tookMs: number }
  | { readonly kind: 'REFUSAL'; readonly at: number; readonly code: string; readonly words: string }

export interface AccountWatch {
  /** Checks the account immediately. */
  check(account: VenueAccountRow): Promise<void>
  used(account: UsedAccount, outcome: UseOutcome): void
  /** Runs the checks that are due. */
  sweep(now: number): Promise<void>
  /** Checks accounts when they are due, until it is closed. */
  sweepRegularly(): { close(): void }
  close(): Promise<void>
}

export type WatchParts = {
  readonly sql: Sql
  readonly book: Book
  readonly vault: Pick<Vault, 'open'>
  readonly post: Post
  readonly health: AccountHealthBook
  readonly prove: ProveKey
  /** Whether this installation is connected to the venue. */
  readonly canAsk: (venue: AccountVenue) => boolean
  readonly now: () => number
  readonly log: Log
}

export function createAccountWatch(parts: WatchParts): AccountWatch {
  const { book, health, prove, canAsk, vault, now, log } = parts
  /** Accounts that are checked before their time. */
  const hurried = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  let isClosed = false
  let stop: (() => void) | undefined
  /** A shutdown does not wait for a venue. */
  const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)))

  const check = async (account: VenueAccountRow) => {
    hurried.delete(account.id)
    const sealed = openFields(vault, account.id, account.credentialsSealed)
    const proof = await Promise.race([prove(account.venue, sealed, account.openFields), stopped])
    if (proof !== undefined) await learn(parts, account, proof)
  }
  const sweepNow = async (at: number) => {
    await health.store()
    const due = [...book.accounts.venueAccounts.values()]
      .flat()
      .filter((account) => hurried.has(account.id) || isDue(account, health.of(account.id), canAsk(account.venue), at))
    const queues = [...Map.groupBy(due, ({ venue }) => venue).values()]
    await Promise.all(queues.map((queue) => oneByOne(queue)))
    await deleteReplacedKeys(parts, at)
  }
  const oneByOne = async (queue: readonly VenueAccountRow[]) => {
    for (const account of queue) {
      if (isClosed) return
      await check(account).catch((error: unknown) => log.error({ error, account: account.id }, 'Could not check a venue account'))
    }
  }
  const sweep = (at: number): Promise<void> => {
    const next = running.then(() => (isClosed ? undefined : sweepNow(at)))
    running = next.catch((error: unknown) => log.error({ error }, 'Could not check venue accounts'))
    return next
  }
  const look = () => void sweep(now()).catch(() => undefined)
  return {
    check,
    used({ venue, desk, account: name }, outcome) {
      const account = book.accounts.venueAccounts.get(desk)?.find((row) => row.venue === venue && row.name === name)
      if (account === undefined) return
      switch (outcome.kind) {
        case 'SUCCESS':
          return health.keep(account.id, { lastSuccess: { at: outcome.at, tookMs: outcome.tookMs } })
        case 'REFUSAL':
          hurried.add(account.id)
          return health.keep(account.id, { lastRefusal: { at: outcome.at, code: outcome.code, words: outcome.words } })
      }
    },
    sweep,
    sweepRegularly() {
      const sweeping = setInterval(look, accountLimits.venueHealthLookMs).unref()
      return { close: () => clearInterval(sweeping) }
    },
    async close() {
      isClosed = true
      stop?.()
      await running
    },
  }
}

/**
 * Accounts without a key are never due, and neither are accounts at a venue that could not be asked and still cannot. Once the installation is
 * connected to the venue, they are due at the next look.
 */
export function isDue(
  { id, venue }: Pick<VenueAccountRow, 'id' | 'venue'>,
  { checkedAt, unanswered, proof }: Pick<HealthRecord, 'checkedAt' | 'unanswered' | 'proof'>,
  canAsk: boolean,
  now: number,
): boolean {
  const wasAsked = proof?.outcome !== 'NOT_ASKED'
  if (venueForms[venue].secret !== 'KEY' || !(wasAsked || canAsk)) return false
  const last = Math.max(checkedAt ?? -Infinity, unanswered?.at ?? -Infinity)
  return now - last >= (wasAsked ? accountLimits.venueCheckEveryMs - spreadOf(id) : accountLimits.venueHealthLookMs)
}

/** Always the same for one account, and different between accounts. */
const spreadOf = (id: string): number =>
  [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % accountLimits.venueCheckSpreadMs, 7)

/** The administrators get an email about a key that has begun to fail, in the transaction that stores the failure. */
async function learn(parts: WatchParts, account: VenueAccountRow, timed: TimedProof): Promise<void> {
  const { sql, book, health, log } = parts
  const before = health.of(account.id)
  const next = withProof(before, timed)
  const { isReadOnly, keyedAt, desk, name, venue } = account
  // A key that was replaced in the meantime has its own proof.
  const current = book.accounts.venueAccounts.get(desk)?.find(({ id }) => id === account.id)
  if (current === undefined || current.keyedAt !== keyedAt) return
  const [was, is] = [before, next].map(({ proof }) => accountHealth({ proof, isReadOnly }, timed.at))
  const hasBegunToFail = was!.state !== 'FAILING' && is!.state === 'FAILING'
  const isQuiet = timed.at - (before.mailedAt ?? -Infinity) < accountLimits.venueHealthQuietMs
  if (was!.state !== is!.state) log.info({ account: account.id, desk, venue, from: was!.state, to: is!.state }, 'The health of a venue account changed') // prettier-ignore
  if (!hasBegunToFail || isQuiet) return health.learn(sql, account.id, next)
  await sql.begin(async (tx) => {
    await health.learn(tx, account.id, { ...next, mailedAt: timed.at })
    await writeToAdministrators(parts, tx, { desk, now: timed.at as Instant }, (firstName) => ({
      ...{ kind: 'VenueAccountFailing', firstName, accountName: name, venueName: venueForms[venue].name, at: timed.at },
      sentence: is!.sentence ?? is!.words,
    }))
  })
}

/** Trades that were agreed with the previous key settle with it, however long that takes (rulebook 2.23). */
async function deleteReplacedKeys({ sql, book }: WatchParts, now: number): Promise<void> {
  const replaced = [...book.accounts.venueAccounts.values()]
    .flat()
    .some(({ previousUntil }) => previousUntil !== null && previousUntil <= now)
  if (!replaced) return
  const deleted = await sql`
    update venue_account account set previous_sealed = null, previous_until = null
    where previous_until <= ${now} and not exists (
      select from settlement where state <> 'DONE' and settlement.venue = account.venue and agreed_at < account.keyed_at
        and ((taker = account.desk and taker_account = account.name) or (maker = account.desk and maker_account = account.name)))`
  if (deleted.count > 0) await book.refresh()
}

/**
 * Sends queued emails. An email is taken by moving its next attempt beyond the longest delivery, so that no other server and no later round takes it
 * in the meantime. If a server dies, its emails are taken again after that time. A crash between the mail server's acceptance and the row that
 * records it can send an email twice; both copies then have the same Message-ID.
 */
import type { Sql } from '../database/sql.ts'
import type { Vault } from '../vault/vault.ts'
import type { Log } from '../log/log.ts'
import { measureWork } from '../metrics/measure-work.ts'
import type { Meter } from '../metrics/meter.ts'
import { goodUntil, writeEmail } from './emails/write-email.ts'
import type { Sender } from './emails/draft.ts'
import { mailLimits } from './limits.ts'
import { aboutMail, EMAIL_WRITTEN, type Occasion } from './mail-queue.ts'
import type { Delivery, Outgoing, Transport } from './transport.ts'

export interface Dispatcher {
  /** Sends everything that is due. Resolves when it was sent or has failed. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type DispatcherOptions = {
  readonly sql: Sql
  readonly vault: Vault
  readonly transport: Transport
  readonly sender: Sender
  readonly now: () => number
  readonly log: Log
  readonly meter?: Meter | undefined
}

type Taken = {
  readonly id: string
  readonly recipient: string
  readonly sealed: Uint8Array
  readonly createdAt: number
  /** The position in the order in which emails were written. Smaller is older. */
  readonly written: number
  readonly attempts: number
}

export async function createDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { sql, now, log } = options
  /** Emails that were sent but not yet marked as sent in the database. They are marked before any other is taken, or they would be sent twice. */
  const untold = new Set<string>()
  let isClosed = false
  let running: Promise<void> = Promise.resolve()
  let wake: NodeJS.Timeout | undefined

  const round = async (): Promise<void> => {
    while (!isClosed) {
      for (const id of untold) await markSent(sql, id, now()).then(() => untold.delete(id))
      const taken = await take(sql, now())
      if (taken.length === 0) return
      await inBatches(taken, (mail) => sendOne(options, untold, mail))
    }
  }
  const flush = (): Promise<void> => {
    const next = running.then(() => measureWork(options.meter, 'mail', round))
    running = next.catch(() => undefined)
    return next
  }
  const look = (): void => {
    if (isClosed) return
    flush()
      .then(() => forget(sql, now()))
      .then(() => untilNext(sql, now()))
      .catch((error: unknown) => {
        log.error({ error }, 'Could not look for outgoing emails; trying again')
        return mailLimits.lookMs
      })
      .then((waitMs) => {
        clearTimeout(wake)
        if (!isClosed) wake = setTimeout(look, waitMs).unref()
      })
      .catch((error: unknown) => log.error({ error }, 'Sending of emails has stopped'))
  }
  const listening = await sql.listen(EMAIL_WRITTEN, look)
  look()

  return {
    flush,
    async close() {
      isClosed = true
      clearTimeout(wake)
      await listening.unlisten()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, mailLimits.drainMs).unref())])
      await options.transport.close()
    },
  }
}

async function take(sql: Sql, now: number): Promise<readonly Taken[]> {
  const taken = await sql<Taken[]>`
    update mail set attempts = attempts + 1, next_at = ${now + mailLimits.leaseMs}
    where id in (
      select id from mail where sent_at is null and failed_at is null and next_at <= ${now}
      order by next_at, written limit ${mailLimits.batch} for update skip locked)
    returning id, recipient, content_sealed as sealed, created_at as "createdAt", written, attempts`
  // An update returns its rows in any order. Emails are sent in the order in which they were written.
  return taken.toSorted((a, b) => a.written - b.written)
}

async function sendOne(options: DispatcherOptions, untold: Set<string>, taken: Taken): Promise<void> {
  const { sql, transport, now, log } = options
  const about = { mail: taken.id, attempt: taken.attempts }
  const mail = open(options, taken)
  const delivery = mail === undefined ? stale : await transport.deliver(mail)
  switch (delivery.outcome) {
    case 'sent':
      untold.add(taken.id)
      await markSent(sql, taken.id, now())
      untold.delete(taken.id)
      log.info({ ...about, kind: mail?.kind }, 'An email was sent')
      return
    case 'refused':
      await fail(sql, taken.id, delivery.reason, now())
      log.error(
        { ...about, kind: mail?.kind, code: delivery.code },
        'An email was permanently rejected; its row in the mail table gives the reason',
      )
      return
    case 'postponed':
      return postpone(options, taken, delivery)
  }
}

const stale: Delivery = { outcome: 'refused', reason: 'It expired before it could be sent.', code: 'over' }

function open({ vault, sender, now }: DispatcherOptions, { id, recipient, sealed, createdAt }: Taken): Outgoing | undefined {
  const occasion = JSON.parse(vault.open(sealed, aboutMail(id))) as Occasion
  if (goodUntil(occasion, createdAt) <= now()) return undefined
  return { ...writeEmail(occasion, recipient, sender), id, to: recipient, kind: occasion.kind, writtenAt: createdAt }
}

async function postpone(
  { sql, now, log }: DispatcherOptions,
  { id, attempts }: Taken,
  { reason, code }: { readonly reason: string; readonly code: string },
): Promise<void> {
  if (attempts >= mailLimits.attempts) {
    await fail(sql, id, reason, now())
    log.error(
      { mail: id, attempt: attempts, code },
      'An email was abandoned after a day of attempts; its row in the mail table gives the reason',
    )
    return
  }
  const next = now() + retryAfterMs(attempts)
  await sql`update mail set next_at = ${next}, last_error = ${short(reason)} where id = ${id}`
  log.warn({ mail: id, attempt: attempts, code }, 'Could not send an email yet; trying again')
}

export const retryAfterMs = (attempts: number): number =>
  Math.min(mailLimits.firstRetryMs * mailLimits.retryGrowth ** (attempts - 1), mailLimits.longestRetryMs)

const short = (reason: string): string => reason.slice(0, mailLimits.errorCharacters)

// Once an email is sent or abandoned, its content is only useful to a thief.
const markSent = (sql: Sql, id: string, now: number) =>
  sql`update mail set sent_at = ${now}, last_error = null, content_sealed = '' where id = ${id}`

const fail = (sql: Sql, id: string, reason: string, now: number) =>
  sql`update mail set failed_at = ${now}, last_error = ${short(reason)}, content_sealed = '' where id = ${id}`

const forget = (sql: Sql, now: number) =>
  sql`delete from mail where created_at < ${now - mailLimits.rememberedMs} and (sent_at is not null or failed_at is not null)`

async function untilNext(sql: Sql, now: number): Promise<number> {
  const [first] = await sql<{ at: number | null }[]>`select min(next_at) as at from mail where sent_at is null and failed_at is null`
  return Math.min(Math.max((first?.at ?? Infinity) - now, 0), mailLimits.lookMs)
}

/** A few at once, in the order they were taken. */
async function inBatches(mails: readonly Taken[], send: (mail: Taken) => Promise<void>): Promise<void> {
  const waiting = [...mails]
  const worker = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail !== undefined; mail = waiting.shift()) await send(mail)
  }
  const ended = await Promise.allSettled(Array.from({ length: mailLimits.inFlight }, worker))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

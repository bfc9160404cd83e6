/**
 * Failed attempts for the audit log. They are counted and stored together every ten seconds, so that an attack adds a few rows and not a flood. The
 * typed text is not kept: an unknown address may be a password in the wrong field.
 */
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { appendAudit, type Change } from '../../audit/append.ts'
import type { Accounts, UserRow } from '../rows.ts'
import type { Device } from './device.ts'

export type Failure = {
  /** Undefined if there is no such user. */
  readonly user: UserRow | undefined
  readonly device: Device
  readonly what: 'Password' | 'SecondFactor' | 'PasswordCheck' | 'ResetLink' | 'InvitationKey' | 'TooMany'
  readonly now: number
  readonly requestId: string
}

export interface FailedSignIns {
  record(failure: Failure): void
  close(): Promise<void>
}

const EVERY_MS = 10_000
/** The maximum number of rows written at once. The rest is counted in one more row. */
const ROWS_MOST = 20

type Counted = Failure & { count: number }

export function createFailedSignIns(sql: Sql, accounts: () => Accounts, log: Log): FailedSignIns {
  let counted = new Map<string, Counted>()
  let beyond: Counted | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const write = () => {
    const all = [...counted.values(), ...(beyond === undefined ? [] : [beyond])]
    counted = new Map()
    beyond = undefined
    if (all.length === 0) return
    writing = writing
      .then(() =>
        writeAll(
          sql,
          all.map((each) => changeOf(accounts(), each)),
        ),
      )
      .catch((error: unknown) => log.error({ error }, 'Could not record failed sign-ins'))
  }
  const timer = setInterval(write, EVERY_MS)
  timer.unref()

  return {
    record(failure) {
      const key = `${failure.user?.id ?? ''} ${failure.device.network} ${failure.what}`
      const mine = counted.get(key)
      if (mine !== undefined) mine.count += 1
      else if (counted.size < ROWS_MOST) counted.set(key, { ...failure, count: 1 })
      else beyond = { ...failure, user: undefined, device: { ...failure.device, address: '' }, count: (beyond?.count ?? 0) + 1 }
    },
    async close() {
      clearInterval(timer)
      write()
      await writing
    },
  }
}

async function writeAll(sql: Sql, changes: readonly Change[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const change of changes) await appendAudit(tx, change)
  })
}

const changeOf = (accounts: Accounts, { user, device, what, now, requestId, count }: Counted): Change => ({
  at: now,
  desk: user && accounts.memberships.get(user.id)?.[0]?.desk,
  actor: 'unknown',
  action: 'SignInFailed',
  object: user?.id ?? 'unknown',
  address: device.address === '' ? undefined : device.address,
  requestId,
  detail: { what, count },
})

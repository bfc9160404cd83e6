/**
 * The user's token at the perpetuals platform, issued by the venue for the account that the user's desk has connected there (docs/decisions/0890).
 */
import { hasRight, type DeskId, type DeskRole } from '@parley/core'
import type { VenueToken } from '@parley/venues'
import type { Log } from '../log/log.ts'
import type { DeskAccounts } from './desk-account.ts'

/** The token for a member of a desk; undefined if the desk has no account there, the role may not trade, or the venue does not respond in time. */
export type UserToken = (seat: { readonly desk: DeskId; readonly role: DeskRole }) => Promise<VenueToken | undefined>

export type UserTokenSetting = { readonly accountOf: DeskAccounts; readonly log: Log }

/** The user is read at every sign-in and must not wait for a slow venue. The next read brings the token. */
const WAIT_MS = 2_000

export function createUserToken({ accountOf, log }: UserTokenSetting): UserToken {
  return async ({ desk, role }) => {
    const account = hasRight(role, 'Trade') ? accountOf(desk) : undefined
    if (account === undefined) return undefined
    const answer = await inTime(account.trading.token())
    if (answer?.outcome === 'DONE') return answer.value
    log.warn({ desk, account: account.id, reason: answer?.message ?? 'no answer in time' }, 'the perpetuals platform issued no token')
    return undefined
  }
}

async function inTime<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

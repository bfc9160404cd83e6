/** Checks a key by reading only: who owns it, the mode of its account, and whether it may trade blocks. */
import { clockFinding } from '../adapter/clock-finding.ts'
import type { WireObject } from '../adapter/wire-object.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountCheck, AccountFinding, VenueAccounts } from '../port/venue-port.ts'
import * as wire from './account-wire.ts'
import type { Accounts } from './accounts.ts'
import { failureFromWire, unknown, type Open } from './answers.ts'
import type { VenueClock } from './clock.ts'

/** Calls carry the venue's time, and blocks carry none, so only a clock that is off by hours matters. */
const CLOCK_BAD_MS = 60 * 60_000
const CLASSIC_COINS = ['BTC', 'ETH', 'BCH'] as const

export function createAccountCheck(accounts: Accounts, clock: VenueClock): VenueAccounts['checkAccount'] {
  return async (credentials) => {
    const info = await accounts.call(credentials, { method: 'GET', path: '/linear/v1/user/info', params: {} })
    if (info.kind !== 'RESULT') return keyFailure(failureFromWire(info))
    const userId = wire.userIdFromWire(info.data)
    if (userId === undefined) return unknown('the venue did not return the owner of this key')
    const mode = await accounts.call(credentials, { method: 'GET', path: '/um/v1/account_mode', params: {} })
    if (mode.kind !== 'RESULT') return failureFromWire(mode)
    const named = wire.modeFromWire(mode.data)
    const rows = wire.isMode(named) ? await readAccounts(accounts, credentials, named) : []
    if ('outcome' in rows) return rows
    const ahead = await clock.measure()
    if (typeof ahead !== 'number') return failureFromWire(ahead)
    return { outcome: 'DONE', value: checkOf(userId, named, rows, ahead) }
  }
}

function checkOf(userId: string, named: unknown, rows: readonly WireObject[], aheadMs: number): AccountCheck {
  const mode = wire.isMode(named) ? wire.modeOf(named, rows) : undefined
  const findings: readonly AccountFinding[] = [
    { about: 'KEY', verdict: 'GOOD', sentence: `bit.com recognises the key. It belongs to user ${userId}.` },
    { about: 'READ', verdict: 'GOOD', sentence: 'The key can read.' },
    mode === undefined || !wire.isMode(named) ? wire.changingMode(named) : wire.modeFinding(mode, named),
    wire.permissionFinding(rows),
    ...wire.NOT_SAID,
    clockFinding('bit.com', aheadMs, CLOCK_BAD_MS),
  ]
  return {
    accountName: userId,
    accountId: userId,
    ...(mode === undefined ? {} : { mode }),
    mayRead: true,
    maySettle: findings.every(({ verdict }) => verdict !== 'BAD'),
    findings,
  }
}

/** A unified account is read in one call; a classic account needs one call for each coin. */
export async function readAccounts(
  accounts: Accounts,
  credentials: VenueCredentials,
  mode: wire.AccountMode,
): Promise<readonly WireObject[] | Open> {
  const calls = mode === 'um' ? [{}] : CLASSIC_COINS.map((currency) => ({ currency }))
  const rows: WireObject[] = []
  for (const params of calls) {
    const answer = await accounts.call(credentials, { method: 'GET', path: mode === 'um' ? '/um/v1/accounts' : '/v1/accounts', params })
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    rows.push(...wire.accountsFromWire(answer.data))
  }
  return rows
}

/** The venue's message for an unknown key mentions neither the key nor what to do. */
const keyFailure = (open: Open): VenueAnswer<AccountCheck> =>
  open.outcome === 'REJECTED' && /akid/i.test(open.message)
    ? {
        ...open,
        message: `bit.com does not recognise the key. It may have been deleted, or it may belong to the test environment (${open.message}).`,
      }
    : open

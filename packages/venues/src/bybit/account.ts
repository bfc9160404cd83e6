/** The account behind a key: what the venue reports about both, and the code by which others address its desk. */
import { clockFinding } from '../adapter/clock-finding.ts'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountCheck, AccountFinding, VenueAccounts } from '../port/venue-port.ts'
import { failureFromWire, unknown, type NotDone } from './answers.ts'
import { findingsOfKey, keyFromWire, mayRead, modeFromWire } from './key-wire.ts'
import { QUOTE_WITHIN_MS } from './limits.ts'
import type { Rest } from './rest.ts'
import { textOf } from './wire.ts'

export type Desk = { readonly deskCode: string; readonly venueNow: number }

export interface AccountReader {
  readonly check: VenueAccounts['checkAccount']
  /** The desk of the key, read from the venue. */
  deskOf(credentials: VenueCredentials): Promise<VenueAnswer<Desk>>
}

export function createAccountReader(rest: Rest): AccountReader {
  const deskOf: AccountReader['deskOf'] = async (credentials) => {
    const answer = await rest.readAs(credentials, '/v5/rfq/config', {})
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    const config = asObject(answer.result)
    const deskCode = textOf(config?.['deskCode']) ?? textOf(asObject(asList(config?.['list'])[0])?.['deskCode'])
    if (deskCode === undefined) return unknown('the venue returned no desk for this key')
    return { outcome: 'DONE', value: { deskCode, venueNow: answer.venueNow } }
  }
  return { deskOf, check: (credentials) => check(rest, deskOf, credentials) }
}

async function check(rest: Rest, deskOf: AccountReader['deskOf'], credentials: VenueCredentials): ReturnType<AccountReader['check']> {
  const answer = await rest.readAs(credentials, '/v5/user/query-api', {})
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const key = keyFromWire(answer.result)
  if (key === undefined) return unknown('the venue sent key details in an unknown format')
  const mode = await modeOf(rest, credentials)
  if ('outcome' in mode) return mode
  const desk = await deskOf(credentials)
  if (desk.outcome === 'UNKNOWN') return desk
  const ahead = await rest.venueAheadMs()
  if (typeof ahead !== 'number') return failureFromWire(ahead)
  const findings = [...findingsOfKey(key, answer.venueNow), mode.finding, deskFinding(desk), clockFinding('Bybit', ahead, QUOTE_WITHIN_MS)]
  const value: AccountCheck = {
    accountName: desk.outcome === 'DONE' ? desk.value.deskCode : (key.label ?? key.userId ?? credentials.clientId),
    ...(key.userId === undefined ? {} : { accountId: key.userId }),
    ...(mode.mode === undefined ? {} : { mode: mode.mode }),
    ...(key.endsAt === undefined ? {} : { keyEndsAt: key.endsAt }),
    boundAddresses: key.addresses,
    mayRead: mayRead(key),
    maySettle: findings.every(({ verdict }) => verdict !== 'BAD'),
    findings,
  }
  return { outcome: 'DONE', value }
}

type Mode = { readonly mode: string | undefined; readonly finding: AccountFinding }

async function modeOf(rest: Rest, credentials: VenueCredentials): Promise<Mode | NotDone> {
  const answer = await rest.readAs(credentials, '/v5/account/info', {})
  const failure = answer.kind === 'RESULT' ? undefined : failureFromWire(answer)
  if (failure?.outcome === 'UNKNOWN') return failure
  const known = answer.kind === 'RESULT' ? modeFromWire(answer.result) : undefined
  return (
    known ?? {
      mode: undefined,
      finding: {
        about: 'MODE',
        verdict: 'NOT_SAID',
        sentence: 'Bybit did not report the account type. Blocks need a unified trading account (UTA 2.0).',
        ...(failure === undefined ? {} : { venueWords: failure.message }),
      },
    }
  )
}

/** A block is settled through the venue's RFQ system. There the desk has a code, or the venue gives the reason why not. */
const deskFinding = (desk: Exclude<VenueAnswer<Desk>, { outcome: 'UNKNOWN' }>): AccountFinding =>
  desk.outcome === 'DONE'
    ? { about: 'BLOCK_RFQ', verdict: 'GOOD', sentence: `Other desks send Bybit RFQs to this desk as ${desk.value.deskCode}.` }
    : {
        about: 'BLOCK_RFQ',
        verdict: 'BAD',
        sentence: `Blocks settle through Bybit's RFQ system, which does not accept this key: ${desk.message}`,
        venueWords: desk.code,
      }

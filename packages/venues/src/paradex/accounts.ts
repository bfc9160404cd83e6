/** The account behind a key: checks the key without trading, and reads what the account holds. */
import { clockFinding } from '../adapter/clock-finding.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountFinding, AccountHoldings, VenueAccounts } from '../port/venue-port.ts'
import { createReading } from './account-reading.ts'
import { marginFromWire, venuePosition } from './account-wire.ts'
import { failureFromWire, unknown, type ApiAnswer } from './answers.ts'
import type { Api } from './api.ts'
import { readBlocks } from './block-record.ts'
import { CLOCK_BAD_MS } from './limits.ts'

export const createAccounts = (api: Api): VenueAccounts => ({
  checkAccount: (credentials) => check(api, credentials),
  readHoldings: (credentials) => readHoldings(api, credentials),
  readBlocks: (credentials, from, to) => readBlocks(api, credentials, { from, to }),
})

async function check(api: Api, credentials: VenueCredentials): ReturnType<VenueAccounts['checkAccount']> {
  const answer = await api.callAs(credentials, { method: 'GET', path: '/account' })
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const account = marginFromWire(answer.result)
  if (account === undefined) return unknown('the venue sent account details in an unknown format')
  const blocks = await api.callAs(credentials, { method: 'GET', path: '/block-trades' })
  if (blocks.kind === 'LOST') return failureFromWire(blocks)
  const ahead = await api.environment.measure()
  if (typeof ahead !== 'number') return failureFromWire(ahead)
  const findings: readonly AccountFinding[] = [
    { about: 'KEY', verdict: 'GOOD', sentence: 'The key can sign for this account at Paradex.' },
    { about: 'READ', verdict: 'GOOD', sentence: 'The key can read.' },
    tradeFinding(account.state),
    blockFinding(blocks),
    {
      about: 'WITHDRAW',
      verdict: 'NOT_SAID',
      sentence: 'Paradex does not report whether a key is a subkey. Enter only a subkey: it cannot withdraw.',
    },
    { about: 'ADDRESSES', verdict: 'NOT_SAID', sentence: 'Paradex does not restrict keys to IP addresses.' },
    clockFinding('Paradex', ahead, CLOCK_BAD_MS),
  ]
  return {
    outcome: 'DONE',
    value: {
      ...{ accountName: credentials.clientId, accountId: credentials.clientId, mayRead: true, findings },
      maySettle: findings.every(({ verdict }) => verdict !== 'BAD'),
    },
  }
}

const tradeFinding = (state: string): AccountFinding =>
  state === 'ACTIVE'
    ? { about: 'TRADE', verdict: 'GOOD', sentence: 'The account can trade.' }
    : { about: 'TRADE', verdict: 'BAD', sentence: 'The account is not active at Paradex. Check there what is missing.', venueWords: state }

function blockFinding(answer: Exclude<ApiAnswer, { kind: 'LOST' }>): AccountFinding {
  if (answer.kind === 'RESULT') return { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'Block trading is enabled for the account.' }
  return {
    about: 'BLOCK_TRADE',
    verdict: 'BAD',
    sentence: 'Paradex does not accept block trades from this account. Ask Paradex to enable block trading.',
    venueWords: `${answer.code}: ${answer.message}`,
  }
}

async function readHoldings(api: Api, credentials: VenueCredentials): Promise<VenueAnswer<AccountHoldings>> {
  const account = createReading({ api, credentials })
  const at = await api.environment.venueNow()
  if (typeof at !== 'number') return failureFromWire(at)
  const positions = await account.positions()
  if (positions.outcome !== 'DONE') return positions
  const balances = await account.balances()
  if (balances.outcome !== 'DONE') return balances
  return { outcome: 'DONE', value: { at, positions: positions.value.map(venuePosition), balances: balances.value } }
}

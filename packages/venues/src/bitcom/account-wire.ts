/** Findings of what bit.com says of a user and its account, and of what it does not say. Pure. */
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { AccountFinding, VenueBalance } from '../port/venue-port.ts'
import { figureFromWire } from '../adapter/decimal-texts.ts'

export type AccountMode = 'um' | 'classic'

export function userIdFromWire(data: unknown): string | undefined {
  const id = asObject(data)?.['user_id']
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined
}

/** Any other word stands for an account on its way from one mode to the other. */
export const modeFromWire = (data: unknown): unknown => asObject(data)?.['account_mode']

export const isMode = (named: unknown): named is AccountMode => named === 'um' || named === 'classic'

const MARGINS: Readonly<Record<string, string>> = { portfolio_margin: 'portfolio margin', regular: 'regular margin' }

export function modeOf(named: AccountMode, accounts: readonly WireObject[]): string {
  const margin = MARGINS[String(accounts[0]?.['mode'])]
  return `${named === 'um' ? 'unified' : 'classic'}${margin === undefined ? '' : `, ${margin}`}`
}

export const changingMode = (named: unknown): AccountFinding => ({
  about: 'MODE',
  verdict: 'BAD',
  sentence: 'The mode of the account is being changed at bit.com; wait until that is done.',
  venueWords: `account_mode: ${String(named)}`,
})

export const modeFinding = (mode: string, named: AccountMode): AccountFinding => ({
  about: 'MODE',
  verdict: 'GOOD',
  sentence: `The account is ${mode}.`,
  venueWords: `account_mode: ${named}`,
})

/** The permission is the account's: one that any part of it lacks is lacking. */
export function permissionFinding(accounts: readonly WireObject[]): AccountFinding {
  const said = accounts.map((account) => account['block_trade_permission']).filter((permission) => typeof permission === 'boolean')
  if (said.includes(false))
    return {
      about: 'BLOCK_TRADE',
      verdict: 'BAD',
      sentence: 'The account may not trade blocks; ask bit.com for it, and give the key the scope block_trade.',
      venueWords: 'block_trade_permission: false',
    }
  if (said.length > 0)
    return { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'The account may trade blocks.', venueWords: 'block_trade_permission: true' }
  return {
    about: 'BLOCK_TRADE',
    verdict: 'NOT_SAID',
    sentence: 'Whether the account may trade blocks is not said by bit.com; the key needs the scope block_trade.',
  }
}

/** Of a key bit.com says nothing but that it opens the account. */
export const NOT_SAID: readonly AccountFinding[] = [
  { about: 'TRADE', verdict: 'NOT_SAID', sentence: 'What a key may do is not said by bit.com; give it read, trade and block_trade.' },
  { about: 'WITHDRAW', verdict: 'NOT_SAID', sentence: 'Whether the key may withdraw is not said by bit.com; give it no scope wallet.' },
  {
    about: 'ADDRESSES',
    verdict: 'NOT_SAID',
    sentence: 'From which addresses the key works is not said by bit.com; bind it to those of this server.',
  },
  { about: 'KEY_END', verdict: 'NOT_SAID', sentence: 'When the key ends is not said by bit.com.' },
]

/** A unified account has its coins in `details`, and the permission above them; classic ones are objects of one coin each. */
export function accountsFromWire(data: unknown): readonly WireObject[] {
  const rows = Array.isArray(data) ? asList(data) : [data]
  return rows.map(asObject).filter((row) => row !== undefined)
}

/** One that is not understood leaves the whole unread; coins without anything are left out. */
export function balancesFromWire(accounts: readonly WireObject[]): readonly VenueBalance[] | undefined {
  const coins = accounts.flatMap((account) => (Array.isArray(account['details']) ? asList(account['details']) : [account]))
  const read = coins.map(balanceFromWire)
  const known = read.filter((balance) => balance !== undefined)
  return known.length === read.length ? known.filter(({ equity, available }) => equity !== 0 || available !== 0) : undefined
}

function balanceFromWire(value: unknown): VenueBalance | undefined {
  const coin = asObject(value)
  const [currency, available] = [coin?.['currency'], figureFromWire(coin?.['available_balance'])]
  const equity = figureFromWire(coin?.['equity'])
  return typeof currency === 'string' && currency !== '' && equity !== undefined && available !== undefined
    ? { currency, equity, available }
    : undefined
}

/** Findings from what bit.com reports about a user and their account, and findings for what it does not report. Pure. */
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { AccountFinding, VenueBalance } from '../port/venue-port.ts'
import { figureFromWire } from '../adapter/decimal-texts.ts'

export type AccountMode = 'um' | 'classic'

export function userIdFromWire(data: unknown): string | undefined {
  const id = asObject(data)?.['user_id']
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined
}

/** Any other value means that the account is changing from one mode to the other. */
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
  sentence: 'bit.com is changing the mode of the account. Wait until the change is complete.',
  venueWords: `account_mode: ${String(named)}`,
})

export const modeFinding = (mode: string, named: AccountMode): AccountFinding => ({
  about: 'MODE',
  verdict: 'GOOD',
  sentence: `The account is ${mode}.`,
  venueWords: `account_mode: ${named}`,
})

/** The account may trade blocks only if none of its wallets reports otherwise. */
export function permissionFinding(accounts: readonly WireObject[]): AccountFinding {
  const said = accounts.map((account) => account['block_trade_permission']).filter((permission) => typeof permission === 'boolean')
  if (said.includes(false))
    return {
      about: 'BLOCK_TRADE',
      verdict: 'BAD',
      sentence: 'The account cannot trade blocks. Ask bit.com to enable block trading, and give the key the block_trade scope.',
      venueWords: 'block_trade_permission: false',
    }
  if (said.length > 0)
    return { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'The account can trade blocks.', venueWords: 'block_trade_permission: true' }
  return {
    about: 'BLOCK_TRADE',
    verdict: 'NOT_SAID',
    sentence: 'bit.com does not report whether the account can trade blocks. The key needs the block_trade scope.',
  }
}

/** bit.com reports nothing about the permissions of a key, only that it opens the account. */
export const NOT_SAID: readonly AccountFinding[] = [
  {
    about: 'TRADE',
    verdict: 'NOT_SAID',
    sentence: 'bit.com does not report the permissions of a key. Give it read, trade and block_trade.',
  },
  {
    about: 'WITHDRAW',
    verdict: 'NOT_SAID',
    sentence: 'bit.com does not report whether the key can withdraw. Do not give it the wallet scope.',
  },
  {
    about: 'ADDRESSES',
    verdict: 'NOT_SAID',
    sentence: "bit.com does not report the IP addresses that the key works from. Restrict the key to this server's addresses.",
  },
  { about: 'KEY_END', verdict: 'NOT_SAID', sentence: 'bit.com does not report when the key expires.' },
]

/** A unified account lists its coins in `details`, with the permission above them. A classic account is one object for each coin. */
export function accountsFromWire(data: unknown): readonly WireObject[] {
  const rows = Array.isArray(data) ? asList(data) : [data]
  return rows.map(asObject).filter((row) => row !== undefined)
}

/** If one balance cannot be parsed, the result is undefined. Coins with a zero balance are left out. */
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

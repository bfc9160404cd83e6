/** Findings from what Bybit reports about a key and its account. Pure. */
import { asList, asObject } from '../adapter/wire-object.ts'
import type { AccountFinding } from '../port/venue-port.ts'
import { KEY_ENDS_SOON_MS } from './limits.ts'
import { figureFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './wire.ts'

export type KeyFacts = {
  readonly userId: string | undefined
  readonly label: string | undefined
  readonly isReadOnly: boolean
  readonly isSubAccounts: boolean
  /** By permission group, with the venue's names for both. */
  readonly permissions: ReadonlyMap<string, readonly string[]>
  readonly addresses: readonly string[]
  /** Undefined if the key does not expire. */
  readonly endsAt: number | undefined
}

export function keyFromWire(value: unknown): KeyFacts | undefined {
  const key = asObject(value)
  const permissions = asObject(key?.['permissions'])
  if (key === undefined || permissions === undefined) return undefined
  const userId = figureFromWire(key['userID']) ?? textOf(key['userID'])
  const endsAt = Date.parse(textOf(key['expiredAt']) ?? '')
  return {
    userId: userId === undefined ? undefined : String(userId),
    label: textOf(key['note']),
    isReadOnly: key['readOnly'] !== 0,
    isSubAccounts: key['isMaster'] === false,
    permissions: new Map(Object.entries(permissions).map(([group, names]) => [group, textsOf(names)])),
    addresses: textsOf(key['ips']),
    // A key that is restricted to IP addresses does not expire: the venue writes the year 1970.
    endsAt: endsAt > 0 ? endsAt : undefined,
  }
}

const textsOf = (value: unknown): readonly string[] => asList(value).filter((each) => typeof each === 'string')

const holds = ({ permissions }: KeyFacts, group: string, name?: string): boolean => {
  const names = permissions.get(group) ?? []
  return name === undefined ? names.length > 0 : names.includes(name)
}

const permissionsText = ({ permissions }: KeyFacts, group: string): string =>
  `${group}: ${(permissions.get(group) ?? []).join(', ') || 'none'}`

export const mayRead = (key: KeyFacts): boolean => holds(key, 'Options') || holds(key, 'ContractTrade') || holds(key, 'Derivatives')

export const findingsOfKey = (key: KeyFacts, venueNow: number): readonly AccountFinding[] => [
  {
    about: 'KEY',
    verdict: 'GOOD',
    sentence: `Bybit recognises the key${key.label === undefined ? '' : ` “${key.label}”`}${key.userId === undefined ? '' : ` of user ${key.userId}`}.`,
  },
  readFinding(key),
  tradeFinding(key),
  blockTradeFinding(key),
  withdrawFinding(key),
  addressesFinding(key),
  endFinding(key, venueNow),
]

const readFinding = (key: KeyFacts): AccountFinding =>
  mayRead(key)
    ? { about: 'READ', verdict: 'GOOD', sentence: 'The key can read positions and balances.' }
    : {
        about: 'READ',
        verdict: 'WARNING',
        sentence: 'The key cannot read positions. Give it the Contract and USDC Options permissions at Bybit.',
        venueWords: permissionsText(key, 'ContractTrade'),
      }

function tradeFinding(key: KeyFacts): AccountFinding {
  if (key.isReadOnly)
    return {
      about: 'TRADE',
      verdict: 'BAD',
      sentence: 'The key is read-only. Create a read-write key at Bybit.',
      venueWords: 'readOnly: 1',
    }
  if (holds(key, 'Options', 'OptionsTrade')) return { about: 'TRADE', verdict: 'GOOD', sentence: 'The key can trade options.' }
  return {
    about: 'TRADE',
    verdict: 'BAD',
    sentence: 'The key cannot trade options. Give it the USDC Options permission at Bybit.',
    venueWords: permissionsText(key, 'Options'),
  }
}

function blockTradeFinding(key: KeyFacts): AccountFinding {
  if (holds(key, 'BlockTrade')) return { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'The key can trade blocks.' }
  const sentence = key.isSubAccounts
    ? 'The key belongs to a sub-account, and Bybit does not allow sub-accounts to trade blocks. Create a key in the main account with the Block Trade permission.'
    : 'The key cannot trade blocks. Give it the Block Trade permission at Bybit.'
  return { about: 'BLOCK_TRADE', verdict: 'BAD', sentence, venueWords: permissionsText(key, 'BlockTrade') }
}

const withdrawFinding = (key: KeyFacts): AccountFinding =>
  holds(key, 'Wallet', 'Withdraw')
    ? {
        about: 'WITHDRAW',
        verdict: 'WARNING',
        sentence: 'The key can withdraw, which Parley never does. Remove the Withdraw permission at Bybit.',
        venueWords: permissionsText(key, 'Wallet'),
      }
    : { about: 'WITHDRAW', verdict: 'GOOD', sentence: 'The key cannot withdraw.' }

function addressesFinding({ addresses }: KeyFacts): AccountFinding {
  const bound = addresses.filter((address) => address !== '*')
  if (bound.length > 0) return { about: 'ADDRESSES', verdict: 'GOOD', sentence: `The key works only from ${bound.join(', ')}.` }
  return {
    about: 'ADDRESSES',
    verdict: 'WARNING',
    sentence: "The key works from any IP address. Restrict it to this server's addresses at Bybit.",
    venueWords: `ips: ${addresses.join(', ') || 'none'}`,
  }
}

function endFinding({ endsAt }: KeyFacts, venueNow: number): AccountFinding {
  if (endsAt === undefined) return { about: 'KEY_END', verdict: 'GOOD', sentence: 'The key does not expire.' }
  const day = new Date(endsAt).toISOString().slice(0, 10)
  const venueWords = `expiredAt: ${new Date(endsAt).toISOString()}`
  if (endsAt <= venueNow)
    return { about: 'KEY_END', verdict: 'BAD', sentence: `The key expired on ${day}. Create a new one at Bybit.`, venueWords }
  if (endsAt - venueNow < KEY_ENDS_SOON_MS)
    return { about: 'KEY_END', verdict: 'WARNING', sentence: `The key expires on ${day}. Create a new one before then, or restrict it to IP addresses.`, venueWords } // prettier-ignore
  return { about: 'KEY_END', verdict: 'GOOD', sentence: `The key expires on ${day}.`, venueWords }
}

export type ModeFacts = { readonly mode: string; readonly finding: AccountFinding }

const MARGINS: Readonly<Record<string, string>> = {
  REGULAR_MARGIN: 'cross margin',
  PORTFOLIO_MARGIN: 'portfolio margin',
  ISOLATED_MARGIN: 'isolated margin',
}

/** The venue's codes: 1 is classic, 3 and 4 are unified account 1.0, 5 and 6 are unified account 2.0. */
export function modeFromWire(value: unknown): ModeFacts | undefined {
  const info = asObject(value)
  const [status, named] = [figureFromWire(info?.['unifiedMarginStatus']), textOf(info?.['marginMode'])]
  if (status === undefined || named === undefined) return undefined
  const margin = MARGINS[named] ?? named
  const venueWords = `unifiedMarginStatus: ${status}, marginMode: ${named}`
  const bad = (mode: string, sentence: string): ModeFacts => ({ mode, finding: { about: 'MODE', verdict: 'BAD', sentence, venueWords } })
  if (status === 1)
    return bad('classic', 'The account is classic. Blocks need a unified trading account (UTA 2.0): upgrade the account at Bybit.')
  if (status < 5)
    return bad(`unified 1.0, ${margin}`, 'The account is a unified account 1.0. Blocks need UTA 2.0: upgrade the account at Bybit.')
  const mode = `unified, ${margin}`
  if (named === 'ISOLATED_MARGIN') return bad(mode, 'The account uses isolated margin. Blocks need cross or portfolio margin.')
  return { mode, finding: { about: 'MODE', verdict: 'GOOD', sentence: `The account is ${mode}.`, venueWords } }
}

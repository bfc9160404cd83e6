/** The desks of the demo: first the user's two desks, then those that trade on their own. */
import { createHash } from 'node:crypto'
import type { DeskMarket } from '../desks/market-view.ts'
import type { SimulatedAccount } from '../exchange/account.ts'
import type { ParadexAccount } from '../paradex/accounts.ts'

/** The venues at which every desk of the demo has an account. */
export const VENUES = ['DBT', 'BYB', 'BIT'] as const
/** Most of the day's volume is at the largest venue. At bit.com a block may be a hundredth of a coin, but desks do not trade blocks that small. */
export const MARKETS: readonly DeskMarket[] = [
  { venue: 'DBT', currency: 'BTC', weight: 10, blocks: 1 },
  { venue: 'DBT', currency: 'ETH', weight: 10, blocks: 1 },
  { venue: 'BYB', currency: 'BTC', weight: 2, blocks: 5 },
  { venue: 'BYB', currency: 'ETH', weight: 2, blocks: 100 },
  // Trades that both desks book manually are rare.
  { venue: 'BYB', currency: 'BTC', weight: 0.3, blocks: 50_000, asks: 'FUTURES_ALONE' },
  { venue: 'BYB', currency: 'XRP', weight: 0.2, blocks: 20_000, asks: 'FUTURES_ALONE' },
  { venue: 'BIT', currency: 'BTC', weight: 2, blocks: 500 },
  { venue: 'BIT', currency: 'ETH', weight: 2, blocks: 500 },
  { venue: 'BIT', currency: 'TON', weight: 1, blocks: 5_000 },
  // Only people send RFQs here. The two simulated makers with an account there quote them.
  { venue: 'PRDX', currency: 'BTC', weight: 0, blocks: 10, asks: 'FUTURES_ALONE' },
  { venue: 'PRDX', currency: 'ETH', weight: 0, blocks: 10, asks: 'FUTURES_ALONE' },
]
/** The name of every desk's account at each venue. */
export const ACCOUNT = 'prop-1'
/** The desk of the vault that sells options. */
export const VAULT = 'SABL'
/** The desk of another vault, whose auctions overlap with those of the first and have several awards. */
export const SECOND_VAULT = 'NRTH'
/** The name of a desk's wallet for bids in a token. */
export const walletNameOf = (token: string): string => `${ACCOUNT} ${token}`

export type RosterUser = { readonly email: string; readonly name: string; readonly role: 'administrator' | 'trader' }
export type RosterDesk = {
  readonly ticker: string
  readonly name: string
  readonly firm: string
  readonly trades: 'TAKER' | 'MAKER'
  /** Simulated desks trade on their own; the others belong to the user, who trades for them. */
  readonly isSimulated: boolean
  /** Whether it has an account at Paradex, for perpetuals and blocks in them. */
  readonly tradesPerpetuals: boolean
  /** Whether it has a wallet for bids in vault auctions. */
  readonly bidsForOptions: boolean
  /** Whether its firm appears on the leaderboard by name. Five of the simulated firms do not, so that they can be shown as one total. */
  readonly isNamed: boolean
  readonly users: readonly RosterUser[]
}

/** The user's two desks, and two makers that quote their RFQs. */
const AT_PARADEX: ReadonlySet<string> = new Set(['AMBR', 'LIND', 'ORRY', 'KEST'])
const NAMED: ReadonlySet<string> = new Set(['KEST', 'HLYD', 'MRDN', 'NRTH'])

const desk = (
  ticker: string,
  name: string,
  firm: string,
  trades: RosterDesk['trades'],
  isSimulated: boolean,
  people: readonly [administrator: string, trader?: string],
): RosterDesk => {
  const domain = `${name.toLowerCase().replace(/[^a-z]/g, '')}.example`
  return {
    ticker,
    name,
    firm,
    trades,
    isSimulated,
    tradesPerpetuals: AT_PARADEX.has(ticker),
    bidsForOptions: trades === 'MAKER' || !isSimulated,
    isNamed: NAMED.has(ticker),
    users: people.flatMap((person, index) =>
      person === undefined
        ? []
        : [{ email: `${person.split(' ')[0]!.toLowerCase()}@${domain}`, name: person, role: index === 0 ? 'administrator' : 'trader' }],
    ),
  }
}

export const roster: readonly RosterDesk[] = [
  desk('AMBR', 'Amber Road', 'Amber Road Capital', 'TAKER', false, ['Ada Moreau', 'Tom Ferris']),
  desk('LIND', 'Linden', 'Linden Markets', 'MAKER', false, ['Lena Okafor', 'Max Adler']),
  desk('NRTH', 'Northlight', 'Northlight Asset Management', 'TAKER', true, ['Nora Lindqvist']),
  desk('SABL', 'Sable Point', 'Sable Point Partners', 'TAKER', true, ['Sam Rivera']),
  desk('ORRY', 'Orrery', 'Orrery Trading', 'MAKER', true, ['Olive Hart']),
  desk('KEST', 'Kestrel', 'Kestrel Digital', 'MAKER', true, ['Karim Haddad']),
  desk('HLYD', 'Halyard', 'Halyard Derivatives', 'MAKER', true, ['Hana Sato']),
  desk('MRDN', 'Meridian', 'Meridian Liquidity', 'MAKER', true, ['Milo Varga']),
  desk('TIDE', 'Tidewater', 'Tidewater Volatility', 'MAKER', true, ['Tess Nolan']),
  desk('LARK', 'Larkspur', 'Larkspur Securities', 'MAKER', true, ['Leo Brandt']),
]

/** The emails that can sign in with one click: the first user of each of the user's desks. */
export const newcomers: readonly string[] = roster
  .filter(({ isSimulated }) => !isSimulated)
  .flatMap(({ users }) => users.slice(0, 1).map(({ email }) => email))

/** The account at the simulated venues. It only opens a simulation on this machine, so it is derived and not stored. */
export function venueAccountOf({ ticker }: RosterDesk): SimulatedAccount {
  const secret = createHash('sha256').update(`parley demo ${ticker}`).digest('hex')
  return { clientId: `parley-${ticker.toLowerCase()}`, clientSecret: secret, name: ACCOUNT }
}

/** The key of the wallet with which a desk bids for vault options, on a chain on which nothing has any value. */
export const walletKeyOf = ({ ticker }: RosterDesk): `0x${string}` =>
  `0x${createHash('sha256').update(`parley demo wallet ${ticker}`).digest('hex')}`

/** In USDC: enough to trade with, and small enough that losses show. */
const PERPETUAL_BALANCE = 250_000

/** The account at the simulated perpetuals venue: an address and the private key of its subkey, derived like the others. */
export function perpetualAccountOf({ ticker }: RosterDesk): ParadexAccount & { readonly balance: number } {
  const hex = (what: string): string => `0x0${createHash('sha256').update(`parley demo ${what} ${ticker}`).digest('hex').slice(0, 62)}`
  return { clientId: hex('perpetual account'), clientSecret: hex('perpetual subkey'), name: ACCOUNT, balance: PERPETUAL_BALANCE }
}

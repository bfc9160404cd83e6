/** The desks of the demo: the newcomer's two desks first, then those that trade by themselves. */
import { createHash } from 'node:crypto'
import type { DeskMarket } from '../desks/market-view.ts'
import type { SimulatedAccount } from '../exchange/account.ts'

/** The venues at which the demo's desks have an account. */
export const VENUES = ['DBT', 'BYB', 'BIT'] as const
/** Most of the day is at the big venue; at bit.com a block may be a hundredth of a coin, and nobody asks for that. */
export const MARKETS: readonly DeskMarket[] = [
  { venue: 'DBT', currency: 'BTC', weight: 10, blocks: 1 },
  { venue: 'DBT', currency: 'ETH', weight: 10, blocks: 1 },
  { venue: 'BYB', currency: 'BTC', weight: 2, blocks: 5 },
  { venue: 'BYB', currency: 'ETH', weight: 2, blocks: 100 },
  { venue: 'BIT', currency: 'BTC', weight: 2, blocks: 500 },
  { venue: 'BIT', currency: 'ETH', weight: 2, blocks: 500 },
  { venue: 'BIT', currency: 'TON', weight: 1, blocks: 5_000 },
]
/** The name of every desk's account at each venue. */
export const ACCOUNT = 'prop-1'

export type RosterUser = { readonly email: string; readonly name: string; readonly role: 'administrator' | 'trader' }
export type RosterDesk = {
  readonly ticker: string
  readonly name: string
  readonly firm: string
  readonly trades: 'TAKER' | 'MAKER'
  /** Simulated desks trade by themselves; the others are the newcomer's, and nobody trades for them. */
  readonly isSimulated: boolean
  readonly users: readonly RosterUser[]
}

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

/** The emails of those whom the sign-in lets in with one press: of each desk that is the newcomer's the first. */
export const newcomers: readonly string[] = roster
  .filter(({ isSimulated }) => !isSimulated)
  .flatMap(({ users }) => users.slice(0, 1).map(({ email }) => email))

/** The account at the simulated venues. It opens nothing but a simulation on this machine, so it is derived and not kept. */
export function venueAccountOf({ ticker }: RosterDesk): SimulatedAccount {
  const secret = createHash('sha256').update(`parley demo ${ticker}`).digest('hex')
  return { clientId: `parley-${ticker.toLowerCase()}`, clientSecret: secret, name: ACCOUNT }
}

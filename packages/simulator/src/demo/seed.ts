/** Creates the firms, desks, users, keys, accounts and approvals of the demo once, and finds them on later starts. */
import { randomBytes } from 'node:crypto'
import type { Operator } from '@parley/server'
import type { DemoDesk, DemoFile, DemoOperator, DemoUser } from './demo-file.ts'
import { walletAt } from '../auctions/sign-priced.ts'
import { BIDDING_TOKENS, type ChainPlace } from '../evm/auction-market.ts'
import {
  ACCOUNT,
  perpetualAccountOf,
  roster,
  SECOND_VAULT,
  VAULT,
  VENUES,
  venueAccountOf,
  walletKeyOf,
  walletNameOf,
  type RosterDesk,
} from './roster.ts'

const KEY_NAME = 'demo'
const OPERATOR = 'olivia'
const PASSWORD_BYTES = 12

export type Seeded = Omit<DemoFile, 'venueControl'>

/** Without a chain no desk has a wallet. */
export type SeedPlaces = { readonly baseUrl: string; readonly chain: ChainPlace | undefined }

/** They were made by an earlier start, or with the past that was just written. */
type KnownDesks = Pick<DemoFile, 'users' | 'desks' | 'operator'> | undefined

export async function seed(operator: Operator, known: KnownDesks, { baseUrl, chain }: SeedPlaces): Promise<Seeded> {
  const desks: DemoDesk[] = []
  for (const desk of roster) {
    desks.push(await seedDesk(operator, desk, known))
    if (chain !== undefined) await seedWallets(operator, desk, chain)
  }
  await operator.setFeatureFlag('feature_vaults', 'on', [VAULT, SECOND_VAULT])
  for (const [index, desk] of roster.entries())
    for (const other of roster.slice(index + 1)) await operator.approveMutually(desk.ticker, other.ticker)
  // The keys show whether this database belongs to the file. If it does, its passwords are valid and need not be hashed again.
  const isSame = known !== undefined && desks.every(({ accessKey }, index) => known.desks[index]?.accessKey === accessKey)
  const users = isSame ? known.users : await seedUsers(operator, known)
  return { baseUrl, operator: await seedOperator(operator, isSame ? known.operator : undefined), users, desks }
}

/** The stored secrets cannot be read again, so an operator that is not in the file is created again. */
async function seedOperator(operator: Operator, known: DemoOperator | undefined): Promise<DemoOperator> {
  const isThere = (await operator.operatorNames()).includes(OPERATOR)
  if (isThere && known !== undefined) return known
  if (isThere) await operator.removeOperator(OPERATOR)
  const { name, password, totpSecret } = await operator.addOperator(OPERATOR)
  return { name, password, totpSecret }
}

async function seedDesk(operator: Operator, desk: RosterDesk, known: KnownDesks): Promise<DemoDesk> {
  const { ticker, name, firm, trades, isSimulated, isNamed } = desk
  const limits = isSimulated ? 'NONE' : 'NEW_DESK'
  const naming = isNamed ? 'NAMED' : 'UNNAMED'
  await operator.createDesk({ ticker, name, firmName: firm, isMaker: trades === 'MAKER', limits, naming })
  const { clientId, clientSecret } = venueAccountOf(desk)
  for (const venue of VENUES) await operator.addVenueAccount(ticker, { venue, name: ACCOUNT, clientId, clientSecret, isDefault: true })
  if (desk.tradesPerpetuals)
    await operator.addVenueAccount(ticker, { venue: 'PRDX', name: ACCOUNT, ...perpetualKeyOf(desk), isDefault: true })
  // The server stores only the hash of an access key, so the key comes from this folder's file.
  const knownKey = known?.desks.find((one) => one.ticker === ticker)?.accessKey
  const { accessKey, secretKey } = await operator.keepApiKey(ticker, KEY_NAME, 'COMPATIBLE', knownKey)
  return {
    ticker,
    name,
    simulated: isSimulated,
    accessKey,
    secretKey,
    accounts: Object.fromEntries(VENUES.map((venue) => [venue, ACCOUNT])),
  }
}

/** One for each token in which bids are paid; the vault's desk has the selling wallet. */
async function seedWallets(operator: Operator, desk: RosterDesk, chain: ChainPlace): Promise<void> {
  const { swap, vault, secondVault } = chain
  const sells: Readonly<Record<string, string>> = { [VAULT]: vault, [SECOND_VAULT]: secondVault }
  const walletAddress = sells[desk.ticker] ?? (desk.bidsForOptions ? walletAt(chain, walletKeyOf(desk)).address : undefined)
  if (walletAddress === undefined) return
  for (const biddingToken of BIDDING_TOKENS) {
    const wallet = { name: walletNameOf(biddingToken), walletAddress, swapAddress: swap, biddingToken }
    await operator.addVenueAccount(desk.ticker, { venue: 'RBN', ...wallet, isDefault: biddingToken === 'USDC' })
  }
}

function perpetualKeyOf(desk: RosterDesk): { readonly clientId: string; readonly clientSecret: string } {
  const { clientId, clientSecret } = perpetualAccountOf(desk)
  return { clientId, clientSecret }
}

async function seedUsers(operator: Operator, known: KnownDesks): Promise<readonly DemoUser[]> {
  const users = roster.flatMap((desk) =>
    desk.users.map(({ email, name, role }): DemoUser => {
      const password = known?.users.find((user) => user.email === email)?.password ?? newPassword()
      return { email, password, name, desk: desk.ticker, role }
    }),
  )
  for (const { email, password, name, desk, role } of users) {
    const [firstName = '', lastName = ''] = name.split(' ')
    await operator.createUser({ email, password, firstName, lastName, desk, role: role === 'trader' ? 'trader' : 'administrator' })
  }
  return users
}

const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

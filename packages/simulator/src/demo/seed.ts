/** Firms, desks, people, keys, accounts and approvals of the demo, made once and found again ever after. */
import { randomBytes } from 'node:crypto'
import type { Operator } from '@parley/server'
import type { DemoDesk, DemoFile, DemoUser } from './demo-file.ts'
import { ACCOUNT, roster, VENUES, venueAccountOf, type RosterDesk } from './roster.ts'

const KEY_NAME = 'demo'
const PASSWORD_BYTES = 12

export type Seeded = Omit<DemoFile, 'venueControl'>

export async function seed(operator: Operator, known: DemoFile | undefined, baseUrl: string): Promise<Seeded> {
  const desks: DemoDesk[] = []
  for (const desk of roster) desks.push(await seedDesk(operator, desk, known))
  for (const [index, desk] of roster.entries())
    for (const other of roster.slice(index + 1)) await operator.approveMutually(desk.ticker, other.ticker)
  // The keys tell whether this database is the one the file speaks of; then its passwords hold, and need not be hashed again.
  const isSame = known !== undefined && desks.every(({ accessKey }, index) => known.desks[index]?.accessKey === accessKey)
  const users = isSame ? known.users : await seedUsers(operator, known)
  return { baseUrl, users, desks }
}

async function seedDesk(operator: Operator, desk: RosterDesk, known: DemoFile | undefined): Promise<DemoDesk> {
  const { ticker, name, firm, trades, isSimulated } = desk
  const limits = isSimulated ? 'NONE' : 'NEW_DESK'
  await operator.createDesk({ ticker, name, firmName: firm, isMaker: trades === 'MAKER', limits })
  const { clientId, clientSecret } = venueAccountOf(desk)
  for (const venue of VENUES) await operator.addVenueAccount(ticker, { venue, name: ACCOUNT, clientId, clientSecret, isDefault: true })
  // The server keeps an access key as its hash, so the one of this folder is read from its file.
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

async function seedUsers(operator: Operator, known: DemoFile | undefined): Promise<readonly DemoUser[]> {
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

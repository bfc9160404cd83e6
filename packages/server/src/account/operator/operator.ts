/** What an operator does from outside the market: firms, desks, people. Every function finds what it made before by its natural key. */
import { decideApproval, isRefusal, type DeskId, type Instant, type UserId, type VenueCode } from '@parley/core'
import type { Platform } from '../../operations/platform.ts'
import { secretOf } from '../key-access.ts'
import type { Book, Change } from '../book.ts'
import { hashPassword, isPassword } from '../sign-in/passwords.ts'
import { pairOf, standingOf, type DeskRow, type Role, type UserRow } from '../rows.ts'
import type { Actor } from '../actor.ts'
import type { DeskService } from '../desk/service.ts'
import { newId } from '../tokens.ts'
import type { Vault } from '../vault.ts'

export type NewDesk = { readonly ticker: string; readonly name: string; readonly firmName: string; readonly isMaker: boolean }
export type NewUser = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly desk: string
  readonly role: Role
  /** What the person has signed on paper; `non-us` unless said. With `none` the web application asks. */
  readonly agreement?: 'us' | 'non-us' | 'none'
}
export type NewAccount = {
  readonly venue: VenueCode
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly isDefault: boolean
}

/** A command that cannot be done; its message says what would be accepted. */
export class OperatorProblem extends Error {}

export interface Operator {
  createFirm(firm: { readonly name: string }): Promise<{ readonly id: string }>
  createDesk(desk: NewDesk): Promise<{ readonly ticker: DeskId }>
  /** A user that exists keeps its password, unless another is given: then it is changed. */
  createUser(user: NewUser): Promise<{ readonly id: UserId }>
  disableUser(email: string): Promise<void>
  approveMutually(a: string, b: string): Promise<void>
  /** A key of that name that exists is answered again, with its secret. */
  createApiKey(desk: string, name: string): Promise<{ readonly accessKey: string; readonly secretKey: string }>
  revokeApiKey(desk: string, name: string): Promise<void>
  addVenueAccount(desk: string, account: NewAccount): Promise<{ readonly id: string }>
  setFeatureFlag(name: string, value: 'on' | 'off'): Promise<void>
  setPlatformState(state: 'AVAILABLE' | 'UNAVAILABLE' | 'AVAILABLE_CANCEL_ONLY'): void
}

export type OperatorParts = {
  readonly book: Book
  readonly desk: DeskService
  readonly vault: Vault
  readonly platform: Platform
  readonly now: () => number
}

const COLORS = ['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL'] as const
const TICKER = /^[A-Z0-9]{3,6}$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const PASSWORD_LEAST = 10

export function createOperator(parts: OperatorParts): Operator {
  const { book, desk: service, vault, platform, now } = parts
  const actorOf = (desk: string): Actor => ({ desk: deskOf(book, desk).ticker, name: 'operator', now: now() as Instant })

  return {
    createFirm: (firm) => createFirm(parts, firm.name),
    createDesk: (desk) => createDesk(parts, desk),
    createUser: (user) => createUser(parts, user),
    async disableUser(email) {
      const user = book.accounts.usersByEmail.get(email.toLowerCase())
      if (user === undefined) throw new OperatorProblem(`No user has the email ${email}.`)
      await book.change(by(now, 'DisableUser', user.id), (tx) => tx`update app_user set disabled_at = ${now()} where id = ${user.id}`)
    },
    approveMutually: (a, b) => approveMutually(parts, a, b),
    async createApiKey(desk, name) {
      const actor = actorOf(desk)
      const found = [...book.accounts.keys.values()].find((key) => key.desk === actor.desk && key.name === name)
      if (found !== undefined) return { accessKey: found.accessKey, secretKey: vault.open(found.secretSealed, secretOf(found.id)) }
      const made = await service.keys.create(actor, name)
      if (isRefusal(made)) throw new OperatorProblem(made.message)
      return { accessKey: made.row.accessKey, secretKey: made.secret }
    },
    async revokeApiKey(desk, name) {
      const actor = actorOf(desk)
      const found = [...book.accounts.keys.values()].find((key) => key.desk === actor.desk && key.name === name)
      if (found === undefined) throw new OperatorProblem(`${actor.desk} has no key ${name}.`)
      await service.keys.revoke(actor, found.id)
    },
    async addVenueAccount(desk, account) {
      const actor = actorOf(desk)
      const found = book.accounts.venueAccounts.get(actor.desk)?.find((row) => row.venue === account.venue && row.name === account.name)
      if (found !== undefined) return { id: found.id }
      const made = await service.venueAccounts.add(actor, account)
      if (isRefusal(made)) throw new OperatorProblem(made.message)
      return { id: made.id }
    },
    async setFeatureFlag(name, value) {
      const isEnabled = value === 'on'
      await book.change(
        by(now, 'SetFeatureFlag', name),
        (tx) => tx`
        insert into feature_flag (name, is_enabled) values (${name}, ${isEnabled})
        on conflict (name) do update set is_enabled = excluded.is_enabled`,
      )
    },
    setPlatformState: (state) => platform.moveTo(state),
  }
}

const by = (now: () => number, action: string, object: string, desk?: string): Change => ({
  at: now(),
  desk,
  actor: 'operator',
  action,
  object,
})

function deskOf(book: Book, ticker: string): DeskRow {
  const desk = book.accounts.desks.get(ticker.toUpperCase() as DeskId)
  if (desk === undefined) throw new OperatorProblem(`There is no desk ${ticker}; create it first.`)
  return desk
}

async function createFirm({ book, now }: OperatorParts, name: string): Promise<{ readonly id: string }> {
  const found = [...book.accounts.firms.values()].find((firm) => firm.name === name)
  if (found !== undefined) return { id: found.id }
  const id = newId('f')
  await book.change(by(now, 'CreateFirm', id), (tx) => tx`insert into firm (id, name, created_at) values (${id}, ${name}, ${now()})`)
  return { id }
}

async function createDesk(parts: OperatorParts, { ticker: typed, name, firmName, isMaker }: NewDesk): Promise<{ readonly ticker: DeskId }> {
  const { book, now } = parts
  const ticker = typed.toUpperCase() as DeskId
  if (!TICKER.test(ticker)) throw new OperatorProblem(`A ticker has 3 to 6 capitals or digits; ${typed} has not.`)
  if (book.accounts.desks.has(ticker)) return { ticker }
  const firm = await createFirm(parts, firmName)
  await book.change(
    by(now, 'CreateDesk', ticker, ticker),
    (tx) => tx`
    insert into desk (ticker, name, firm, is_maker, created_at) values (${ticker}, ${name}, ${firm.id}, ${isMaker}, ${now()})`,
  )
  return { ticker }
}

async function createUser({ book, now }: OperatorParts, user: NewUser): Promise<{ readonly id: UserId }> {
  const desk = deskOf(book, user.desk)
  const email = user.email.trim().toLowerCase()
  if (!EMAIL.test(email)) throw new OperatorProblem(`${user.email} is not an email address.`)
  if (user.password.length < PASSWORD_LEAST) throw new OperatorProblem(`A password has at least ${PASSWORD_LEAST} characters.`)
  const found: UserRow | undefined = book.accounts.usersByEmail.get(email)
  if (found !== undefined && (await isPassword(user.password, found.passwordHash))) return { id: found.id }
  const hash = await hashPassword(user.password)
  if (found !== undefined) {
    await book.change(by(now, 'ChangePassword', found.id), (tx) => tx`update app_user set password_hash = ${hash} where id = ${found.id}`)
    return { id: found.id }
  }
  const id = newId('u') as UserId
  const color = COLORS[book.accounts.users.size % COLORS.length]!
  const agreement = user.agreement ?? 'non-us'
  await book.change(by(now, 'CreateUser', id, desk.ticker), async (tx) => {
    await tx`
      insert into app_user (id, firm, email, password_hash, first_name, last_name, color, accepted_us_agreement, accepted_non_us_agreement, created_at)
      values (${id}, ${desk.firm}, ${email}, ${hash}, ${user.firstName}, ${user.lastName}, ${color}, ${agreement === 'us'}, ${agreement === 'non-us'}, ${now()})`
    await tx`insert into membership (app_user, desk, role) values (${id}, ${desk.ticker}, ${user.role})`
  })
  return { id }
}

async function approveMutually({ book, now, desk: service }: OperatorParts, first: string, second: string): Promise<void> {
  const [a, b] = pairOf(deskOf(book, first).ticker, deskOf(book, second).ticker)
  if (a === b) throw new OperatorProblem('A desk needs no approval of its own.')
  const actor = (ticker: DeskId): Actor => ({ desk: ticker, name: 'operator', now: now() as Instant })
  const standing = () => standingOf(book.accounts, a, b).approval
  if (!isRefusal(decideApproval(standing(), { kind: 'Ask', actor: a }, now() as Instant))) await service.approve('Ask', actor(a), b)
  const asked = standing()
  if (asked.state === 'ASKED') await service.approve('Approve', actor(asked.by === a ? b : a), asked.by)
}

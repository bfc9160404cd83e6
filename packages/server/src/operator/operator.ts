/**
 * The operator's actions from outside the market. Every function finds existing objects by their natural key. Only a key pair, which is shown once,
 * is not created if its name is taken.
 */
import { isRefusal, readAccountFields, type DeskId, type DeskRole, type Instant, type UserId, type VenueCode } from '@parley/core'
import type { PlatformWord } from '../platform/platform.ts'
import type { Actor } from '../accounts/actor.ts'
import { commandLine } from '../audit/author.ts'
import { RestrictionProblem } from '../accounts/restrictions.ts'
import { secretOf } from '../accounts/key-access.ts'
import type { Restriction } from '../accounts/rows.ts'
import { accessHashOf } from '../accounts/tokens.ts'
import { addOperator, operatorPeople, removeOperator, type NewOperatorPerson } from './console/operator-people.ts'
import { approveMutually, createDesk, createFirm, restoreDesk, suspendDesk, type FirmNaming, type NewDesk } from './firms.ts'
import { removeGroup, setGroup } from './groups.ts'
import { byOperator, deskOf, OperatorProblem } from './operator-problem.ts'
import type { OperatorServices } from './operator-services.ts'
import { createUser, disableUser, endSessions, resetTwoFactor, restoreUser, setRole, suspendUser, type NewUser } from './people.ts'

/** A wallet for vault auctions. No secret of it is stored. */
export type NewWallet = {
  readonly venue: 'RBN'
  readonly name: string
  readonly walletAddress: string
  readonly swapAddress: string
  /** `USDC`. */
  readonly biddingToken: string
  readonly isDefault: boolean
}
export type NewAccount = {
  readonly venue: VenueCode
  readonly name: string
  /** At the perpetuals venue, the address of the account. */
  readonly clientId: string
  /** At the perpetuals venue, the private key of its subkey. */
  readonly clientSecret: string
  readonly isDefault: boolean
}
export type Invitee = {
  readonly email: string
  readonly desk: string
  readonly role: DeskRole
  readonly firstName?: string
  readonly lastName?: string
}

/** Whether sockets of a key must be signed, or its name is enough, as published (rulebook 2.15). */
export type KeySockets = 'SIGNED' | 'COMPATIBLE'
export type KeyPair = { readonly accessKey: string; readonly secretKey: string }

export interface Operator {
  createFirm(firm: { readonly name: string; readonly naming?: FirmNaming }): Promise<{ readonly id: string }>
  createDesk(desk: NewDesk): Promise<{ readonly ticker: DeskId }>
  suspendDesk(ticker: string): Promise<void>
  restoreDesk(ticker: string): Promise<void>
  approveMutually(a: string, b: string): Promise<void>
  /** An existing user keeps the password, unless a new one is given. */
  createUser(user: NewUser): Promise<{ readonly id: UserId }>
  /** The key is sent by email. The link is returned as well, so that the operator can deliver it in another way. */
  invite(person: Invitee): Promise<{ readonly link: string }>
  suspendUser(email: string, why?: string): Promise<void>
  restoreUser(email: string): Promise<void>
  disableUser(email: string): Promise<void>
  setRole(email: string, desk: string, role: DeskRole): Promise<void>
  endSessions(email: string): Promise<void>
  resetTwoFactor(email: string): Promise<void>
  /** Returns the stored spelling. */
  restrict(kind: Restriction['kind'], value: string): Promise<string>
  lift(kind: Restriction['kind'], value: string): Promise<string>
  /** The access key cannot be read again afterwards, so a name that is already used is refused. */
  createApiKey(desk: string, name: string, sockets?: KeySockets): Promise<KeyPair>
  /** For a program that stores its pair: keeps the key of that name if its access key is `known`, and otherwise replaces it with a new one. */
  keepApiKey(desk: string, name: string, sockets: KeySockets, known: string | undefined): Promise<KeyPair>
  revokeApiKey(desk: string, name: string): Promise<void>
  addVenueAccount(desk: string, account: NewAccount | NewWallet): Promise<{ readonly id: string }>
  /** For every desk, or only for those in the list. */
  /** `figures` are numbers that the flag's rules read, by name. Without them the published ones apply. */
  setFeatureFlag(name: string, value: 'on' | 'off', tickers?: readonly string[], figures?: Readonly<Record<string, number>>): Promise<void>
  /** A group that every desk can send RFQs to. Creates it, or replaces its makers. */
  setGroup(name: string, makers: readonly string[]): Promise<void>
  removeGroup(name: string): Promise<void>
  setPlatformState(state: PlatformWord): Promise<void>
  /** A person who can sign in to the operator console. The secrets cannot be read again. */
  addOperator(name: string): Promise<NewOperatorPerson>
  removeOperator(name: string): Promise<void>
  operatorNames(): Promise<readonly string[]>
}

export const createOperator = (services: OperatorServices): Operator => ({
  createFirm: (firm) => createFirm(services, firm.name, firm.naming),
  createDesk: (desk) => createDesk(services, desk),
  suspendDesk: (ticker) => suspendDesk(services, ticker),
  restoreDesk: (ticker) => restoreDesk(services, ticker),
  approveMutually: (a, b) => approveMutually(services, a, b),
  createUser: (user) => createUser(services, user),
  async invite({ desk, ...person }) {
    const invited = await services.invitations.invite(actorAt(services, desk), person)
    if (isRefusal(invited)) throw new OperatorProblem(invited.message)
    return { link: invited.link }
  },
  suspendUser: (email, why) => suspendUser(services, email, why),
  restoreUser: (email) => restoreUser(services, email),
  disableUser: (email) => disableUser(services, email),
  setRole: (email, desk, role) => setRole(services, email, desk, role),
  endSessions: (email) => endSessions(services, email),
  resetTwoFactor: (email) => resetTwoFactor(services, email),
  restrict: (kind, value) => plainly(services.restrictions.restrict(kind, value, services.now() as Instant, services.author)),
  lift: (kind, value) => plainly(services.restrictions.lift(kind, value, services.now() as Instant, services.author)),
  ...deskAccess(services),
  async setFeatureFlag(name, value, tickers, figures) {
    const isEnabled = value === 'on'
    const desks = tickers?.map((ticker) => deskOf(services.book, ticker).ticker)
    const isPlain = desks === undefined && figures === undefined
    const config = isPlain ? null : { ...(desks === undefined ? {} : { tickers: desks }), ...(figures === undefined ? {} : { figures }) }
    await services.book.change(
      byOperator(services, 'SetFeatureFlag', name, {
        detail: { isEnabled, ...(desks === undefined ? {} : { desks: desks.join(', ') }), ...figures },
      }),
      (tx) => tx`
      insert into feature_flag (name, is_enabled, config) values (${name}, ${isEnabled}, ${config === null ? null : tx.json(config)})
      on conflict (name) do update set is_enabled = excluded.is_enabled, config = excluded.config`,
    )
  },
  setGroup: (name, makers) => setGroup(services, name, makers),
  removeGroup: (name) => removeGroup(services, name),
  setPlatformState: (state) => services.platform.moveTo(state, services.author),
  addOperator: (name) => addOperator(services, name),
  removeOperator: (name) => removeOperator(services, name),
  operatorNames: async () => (await operatorPeople(services.sql)).map(({ name }) => name),
})

const actorAt = ({ book, now, author = commandLine }: OperatorServices, desk: string): Actor => ({
  desk: deskOf(book, desk).ticker,
  name: author.actor,
  now: now() as Instant,
})

/** An error in the list is reported as an error of the command. */
async function plainly<T>(done: Promise<T>): Promise<T> {
  try {
    return await done
  } catch (error) {
    throw error instanceof RestrictionProblem ? new OperatorProblem(error.message) : error
  }
}

function deskAccess(services: OperatorServices): Pick<Operator, 'createApiKey' | 'keepApiKey' | 'revokeApiKey' | 'addVenueAccount'> {
  const { book, desk: service, vault } = services
  const keyNamed = (desk: DeskId, name: string) => [...book.accounts.keys.values()].find((key) => key.desk === desk && key.name === name)
  const createApiKey: Operator['createApiKey'] = async (desk, name, sockets = 'SIGNED') => {
    const made = await service.keys.create(actorAt(services, desk), name, { isCompatible: sockets === 'COMPATIBLE' })
    if (isRefusal(made)) throw new OperatorProblem(made.message)
    return { accessKey: made.accessKey, secretKey: made.secret }
  }
  return {
    createApiKey,
    async keepApiKey(desk, name, sockets, known) {
      const actor = actorAt(services, desk)
      const found = keyNamed(actor.desk, name)
      if (found !== undefined && known !== undefined && found.accessHash === accessHashOf(known))
        return { accessKey: known, secretKey: vault.open(found.secretSealed, secretOf(found.id)) }
      if (found !== undefined) await service.keys.revoke(actor, found.id)
      return createApiKey(desk, name, sockets)
    },
    async revokeApiKey(desk, name) {
      const actor = actorAt(services, desk)
      const found = keyNamed(actor.desk, name)
      if (found === undefined) throw new OperatorProblem(`${actor.desk} has no key ${name}.`)
      await service.keys.revoke(actor, found.id)
    },
    async addVenueAccount(desk, account) {
      const actor = actorAt(services, desk)
      const found = book.accounts.venueAccounts.get(actor.desk)?.find((row) => row.venue === account.venue && row.name === account.name)
      if (found !== undefined) return { id: found.id }
      const { venue, name, isDefault } = account
      const read = readAccountFields(venue, fieldsOf(account))
      if (isRefusal(read)) throw new OperatorProblem(read.message)
      // The operator can add an account without a proof. The running product asks the venue in its next round.
      const made = await service.venueAccounts.add(actor, { venue, name, key: { read, savedAs: 'SETTLES' }, isDefault })
      if (isRefusal(made)) throw new OperatorProblem(made.message)
      return { id: made.id }
    },
  }
}

function fieldsOf(account: NewAccount | NewWallet) {
  if (account.venue === 'RBN')
    return { wallet_address: account.walletAddress, swap_address: account.swapAddress, bidding_token: account.biddingToken }
  const { venue, clientId, clientSecret } = account
  return venue === 'PRDX'
    ? { account_address: clientId, subkey_private_key: clientSecret }
    : { client_id: clientId, client_secret: clientSecret }
}

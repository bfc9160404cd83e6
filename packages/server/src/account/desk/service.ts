/** What an administrator changes of a desk: keys, venue accounts, and approvals of other desks. */
import { decideApproval, evolveApproval, isRefusal, refuse, type DeskId, type Refusal, type VenueCode } from '@parley/core'
import type { TransactionSql } from 'postgres'
import { about, type Actor } from '../actor.ts'
import type { Book, Change } from '../book.ts'
import { credentialsOf } from './create-directory.ts'
import { accountLimits } from '../limits.ts'
import { secretOf } from '../access.ts'
import { pairOf, standingOf, type KeyRow, type VenueAccountRow } from '../rows.ts'
import { newAccessKey, newId, newSecretKey } from '../tokens.ts'
import type { Vault } from '../vault.ts'

export type NewVenueAccount = {
  readonly venue: VenueCode
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly isDefault: boolean
}

export type DeskService = ReturnType<typeof createDeskService>

export function createDeskService(book: Book, vault: Vault) {
  return {
    approve: (kind: 'Ask' | 'Approve' | 'Withdraw', actor: Actor, other: DeskId) =>
      changeApproval(book, about(actor, `${kind}Counterparty`, other), kind, actor, other),
    createKey: (actor: Actor, name: string) => createKey(book, vault, actor, name),
    revokeKey: (actor: Actor, id: string) => revokeKey(book, about(actor, 'RevokeApiKey', id), actor, id),
    addVenueAccount: (actor: Actor, wanted: NewVenueAccount) => addVenueAccount(book, vault, actor, wanted),
  }
}

/** The pair is locked first: both desks may act in the same moment. */
async function changeApproval(
  book: Book,
  change: Change,
  kind: 'Ask' | 'Approve' | 'Withdraw',
  actor: Actor,
  other: DeskId,
): Promise<Refusal | undefined> {
  if (other === actor.desk || !book.accounts.desks.has(other)) return refuse('NotFound', '', 'There is no such desk.', 'desk')
  const [low, high] = pairOf(actor.desk, other)
  const decision = decideApproval(standingOf(book.accounts, low, high).approval, { kind, actor: actor.desk }, actor.now)
  if (isRefusal(decision)) return decision
  const before = standingOf(book.accounts, low, high)
  const next = decision.reduce(evolveApproval, before.approval)
  try {
    await book.change(change, async (tx) => {
      await tx`select from desk where ticker in (${low}, ${high}) order by ticker for no key update`
      const [row] = await tx<{ state: string; at: number }[]>`
        select state, changed_at as at from approval where low_desk = ${low} and high_desk = ${high}`
      if ((row?.at ?? null) !== before.changedAt || (row?.state ?? 'STRANGERS') !== before.approval.state) throw new Overtaken()
      if (next.state === 'STRANGERS') return tx`delete from approval where low_desk = ${low} and high_desk = ${high}`
      const askedBy = next.state === 'ASKED' ? next.by : null
      return tx`
        insert into approval (low_desk, high_desk, state, asked_by, changed_at) values (${low}, ${high}, ${next.state}, ${askedBy}, ${actor.now})
        on conflict (low_desk, high_desk) do update set state = excluded.state, asked_by = excluded.asked_by, changed_at = excluded.changed_at`
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    await book.refresh()
    return changeApproval(book, change, kind, actor, other)
  }
}

/** Somebody else changed the row first; decide again on what is true now. */
class Overtaken extends Error {}

async function createKey(
  book: Book,
  vault: Vault,
  actor: Actor,
  name: string,
): Promise<{ readonly row: KeyRow; readonly secret: string } | Refusal> {
  const mine = [...book.accounts.keys.values()].filter((key) => key.desk === actor.desk)
  if (mine.length >= accountLimits.keysPerDesk)
    return refuse('TooManyKeys', '', `A desk has at most ${accountLimits.keysPerDesk} API keys; revoke one first.`)
  if (mine.some((key) => key.name === name)) return refuse('KeyNameTaken', '', 'The desk has a key of that name; choose another.', 'name')
  const id = newId('k')
  const accessKey = newAccessKey()
  const secret = newSecretKey()
  await book.change(about(actor, 'CreateApiKey', id, { name }), async (tx) => {
    await tx`
      insert into api_key (id, desk, name, access_key, secret_sealed, created_by, created_at)
      values (${id}, ${actor.desk}, ${name}, ${accessKey}, ${vault.seal(secret, secretOf(id))}, ${actor.name}, ${actor.now})`
  })
  return { row: book.accounts.keys.get(accessKey)!, secret }
}

async function revokeKey(book: Book, change: Change, actor: Actor, id: string): Promise<Refusal | undefined> {
  const key = [...book.accounts.keys.values()].find((row) => row.id === id && row.desk === actor.desk)
  if (key === undefined) return refuse('NotFound', '', 'The desk has no such key.', 'id')
  await book.change(change, (tx) => tx`update api_key set revoked_at = ${actor.now} where id = ${id}`)
  return undefined
}

async function addVenueAccount(book: Book, vault: Vault, actor: Actor, wanted: NewVenueAccount): Promise<VenueAccountRow | Refusal> {
  const mine = book.accounts.venueAccounts.get(actor.desk) ?? []
  if (mine.length >= accountLimits.venueAccountsPerDesk)
    return refuse('InvalidParams', '', `A desk connects at most ${accountLimits.venueAccountsPerDesk} accounts.`)
  if (mine.some((row) => row.venue === wanted.venue && row.name === wanted.name))
    return refuse('VenueAccountTaken', '', 'The desk has an account of that name at this venue; choose another name.', 'name')
  const id = newId('a')
  // The first account of a venue is the default, whatever was asked.
  const isDefault = wanted.isDefault || !mine.some((row) => row.venue === wanted.venue)
  const sealed = vault.seal(JSON.stringify({ clientId: wanted.clientId, clientSecret: wanted.clientSecret }), credentialsOf(id))
  await book.change(about(actor, 'AddVenueAccount', id, { venue: wanted.venue, name: wanted.name }), async (tx: TransactionSql) => {
    if (isDefault) await tx`update venue_account set is_default = false where desk = ${actor.desk} and venue = ${wanted.venue}`
    await tx`
      insert into venue_account (id, desk, venue, name, credentials_sealed, is_default, created_at)
      values (${id}, ${actor.desk}, ${wanted.venue}, ${wanted.name}, ${sealed}, ${isDefault}, ${actor.now})`
  })
  return book.accounts.venueAccounts.get(actor.desk)!.find((row) => row.id === id)!
}

/** A desk's accounts at the venues: connected, given other credentials, made the default, disconnected. */
import { refuse, type DeskId, type Refusal, type VenueCode } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import { accountLimits } from '../limits.ts'
import type { VenueAccountRow } from '../rows.ts'
import { newId } from '../tokens.ts'
import type { Vault } from '../../vault/vault.ts'

/** The row that a sealed text of an account is bound to. */
export const credentialsOf = (accountId: string): string => `venue-account ${accountId}`

export type NewVenueAccount = {
  readonly venue: VenueCode
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly isDefault: boolean
}
export type VenueAccountWish = {
  readonly isDefault?: true | undefined
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string } | undefined
}

export type VenueAccounts = {
  add(actor: Actor, wanted: NewVenueAccount): Promise<VenueAccountRow | Refusal>
  update(actor: Actor, id: string, wish: VenueAccountWish): Promise<VenueAccountRow | Refusal>
  /** It takes no new trades; those that were agreed with it are settled with it (rulebook 2.13). */
  remove(actor: Actor, id: string): Promise<Refusal | undefined>
}

type VenueAccountParts = { readonly book: Book; readonly vault: Vault }
type StoredAccount = { readonly id: string; readonly venue: VenueCode; readonly name: string; readonly isDefault: boolean }

const noAccount = () => refuse('NotFound', '', 'The desk has no such account.', 'id')

export function createVenueAccounts({ book, vault }: VenueAccountParts): VenueAccounts {
  const byId = (desk: DeskId, id: string): VenueAccountRow => book.accounts.venueAccounts.get(desk)!.find((row) => row.id === id)!
  const sealed = (id: string, credentials: { readonly clientId: string; readonly clientSecret: string }) =>
    vault.seal(JSON.stringify({ clientId: credentials.clientId, clientSecret: credentials.clientSecret }), credentialsOf(id))
  return {
    async add(actor, wanted) {
      const { venue, name } = wanted
      const id = newId('a')
      const refused = await changeOrRefuse(book, about(actor, 'AddVenueAccount', id, { venue, name }), async (tx) => {
        const mine = await accountsOf(tx, actor.desk)
        if (mine.length >= accountLimits.venueAccountsPerDesk)
          return refuse('InvalidParams', '', `A desk connects at most ${accountLimits.venueAccountsPerDesk} accounts.`)
        if (mine.some((row) => row.venue === venue && row.name === name))
          return refuse('VenueAccountTaken', '', 'The desk has an account of that name at this venue; choose another name.', 'name')
        // The first account of a venue is the default, whatever was asked.
        const isDefault = wanted.isDefault || !mine.some((row) => row.venue === venue)
        if (isDefault) await noDefault(tx, actor.desk, venue)
        await tx`
          insert into venue_account (id, desk, venue, name, credentials_sealed, is_default, created_at)
          values (${id}, ${actor.desk}, ${venue}, ${name}, ${sealed(id, wanted)}, ${isDefault}, ${actor.now})`
        return 'changed'
      })
      return refused ?? byId(actor.desk, id)
    },
    async update(actor, id, { isDefault, credentials }) {
      const detail = { ...(isDefault && { isDefault }), ...(credentials && { credentials: 'replaced' }) }
      const refused = await changeOrRefuse(book, about(actor, 'UpdateVenueAccount', id, detail), async (tx) => {
        const row = (await accountsOf(tx, actor.desk)).find((account) => account.id === id)
        if (row === undefined) return noAccount()
        if (credentials !== undefined) await tx`update venue_account set credentials_sealed = ${sealed(id, credentials)} where id = ${id}`
        if (isDefault === true && !row.isDefault) {
          await noDefault(tx, actor.desk, row.venue)
          await tx`update venue_account set is_default = true where id = ${id}`
        }
        return Object.keys(detail).length === 0 ? 'nothing' : 'changed'
      })
      return refused ?? byId(actor.desk, id)
    },
    remove: (actor, id) =>
      changeOrRefuse(book, about(actor, 'RemoveVenueAccount', id), async (tx) => {
        const mine = await accountsOf(tx, actor.desk)
        const row = mine.find((account) => account.id === id)
        if (row === undefined) return noAccount()
        await tx`update venue_account set removed_at = ${actor.now}, is_default = false where id = ${id}`
        // People who had it as their own default now have none, so that nobody trades with another account by surprise.
        await tx`update member_default_account set venue_account = null where venue_account = ${id}`
        const [only, more] = mine.filter((account) => account.venue === row.venue && account.id !== id)
        if (only !== undefined && more === undefined) await tx`update venue_account set is_default = true where id = ${only.id}`
        return 'changed'
      }),
  }
}

const accountsOf = async (tx: TransactionSql, desk: DeskId): Promise<readonly StoredAccount[]> => {
  await lockDesk(tx, desk)
  return tx<
    StoredAccount[]
  >`select id, venue, name, is_default as "isDefault" from venue_account where desk = ${desk} and removed_at is null`
}

const noDefault = (tx: TransactionSql, desk: DeskId, venue: VenueCode) =>
  tx`update venue_account set is_default = false where desk = ${desk} and venue = ${venue}`

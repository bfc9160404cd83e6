/** A desk's venue accounts: connect, replace the key, make default, disconnect. */
import { refuse, type AccountVenue, type DeskId, type ReadFields, type Refusal } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import { accountLimits } from '../limits.ts'
import type { VenueAccountRow } from '../rows.ts'
import { newId } from '../tokens.ts'
import type { Vault } from '../../vault/vault.ts'
import { credentialsOf, type EnteredKey } from '../venue-health/entered-key.ts'

export type NewVenueAccount = {
  readonly venue: AccountVenue
  readonly name: string
  readonly key: EnteredKey
  readonly isDefault: boolean
}
export type VenueAccountWish = {
  readonly isDefault?: true | undefined
  /** A new key, or other details if the account has no key. */
  readonly key?: EnteredKey | undefined
}

export type VenueAccounts = {
  add(actor: Actor, wanted: NewVenueAccount): Promise<VenueAccountRow | Refusal>
  update(actor: Actor, id: string, wish: VenueAccountWish): Promise<VenueAccountRow | Refusal>
  /** The account accepts no new trades. Trades that were agreed with it still settle with it (rulebook 2.13). */
  remove(actor: Actor, id: string): Promise<Refusal | undefined>
}

type VenueAccountParts = { readonly book: Book; readonly vault: Vault }
type StoredAccount = {
  readonly id: string
  readonly venue: AccountVenue
  readonly name: string
  readonly isDefault: boolean
  readonly isReadOnly: boolean
}
const noAccount = () => refuse('NotFound', '', 'The desk has no venue account with this id.', 'id')
const noDefaultOf = (name: string) =>
  refuse('VenueAccountReadOnly', '2.21', `${name} is read-only. Choose an account that can settle trades.`, 'is_default')

export function createVenueAccounts({ book, vault }: VenueAccountParts): VenueAccounts {
  const byId = (desk: DeskId, id: string): VenueAccountRow => book.accounts.venueAccounts.get(desk)!.find((row) => row.id === id)!
  const seal = (id: string, { sealed }: ReadFields) =>
    Object.keys(sealed).length === 0 ? Buffer.alloc(0) : vault.seal(JSON.stringify(sealed), credentialsOf(id))
  return {
    async add(actor, { venue, name, key, ...wanted }) {
      const isReadOnly = key.savedAs === 'READS'
      if (isReadOnly && wanted.isDefault) return noDefaultOf(name)
      const id = newId('a')
      const detail = { venue, name, ...(isReadOnly && { isReadOnly }) }
      const refused = await changeOrRefuse(book, about(actor, 'AddVenueAccount', id, detail), async (tx) => {
        const mine = await accountsOf(tx, actor.desk)
        if (mine.length >= accountLimits.venueAccountsPerDesk)
          return refuse('InvalidParams', '', `A desk can connect at most ${accountLimits.venueAccountsPerDesk} accounts.`)
        if (mine.some((row) => row.venue === venue && row.name === name))
          return refuse(
            'VenueAccountTaken',
            '',
            'The desk already has an account with that name at this venue. Choose another name.',
            'name',
          )
        // The first account of a venue that can settle becomes the default, whatever was requested.
        const isDefault = !isReadOnly && (wanted.isDefault || !mine.some((row) => row.venue === venue && !row.isReadOnly))
        if (isDefault) await noDefault(tx, actor.desk, venue)
        await tx`
          insert into venue_account (id, desk, venue, name, credentials_sealed, open_fields, is_default, is_read_only, created_at, keyed_at)
          values (${id}, ${actor.desk}, ${venue}, ${name}, ${seal(id, key.read)}, ${tx.json(key.read.open)}, ${isDefault}, ${isReadOnly},
            ${actor.now}, ${actor.now})`
        await key.learn?.(tx, id)
        return 'changed'
      })
      return refused ?? byId(actor.desk, id)
    },
    async update(actor, id, { isDefault, key }) {
      const detail = { ...(isDefault && { isDefault }), ...(key && { credentials: 'replaced', savedAs: key.savedAs }) }
      const refused = await changeOrRefuse(book, about(actor, 'UpdateVenueAccount', id, detail), async (tx) => {
        const mine = await accountsOf(tx, actor.desk)
        const row = mine.find((account) => account.id === id)
        if (row === undefined) return noAccount()
        const isReadOnly = key === undefined ? row.isReadOnly : key.savedAs === 'READS'
        if (isReadOnly && isDefault === true) return noDefaultOf(row.name)
        if (key !== undefined) await replaceKey(tx, { id, sealed: seal(id, key.read), open: key.read.open, now: actor.now, isReadOnly })
        await key?.learn?.(tx, id)
        if (isReadOnly && !row.isReadOnly) await useNoMore(tx, mine, row)
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
        await useNoMore(tx, mine, row)
        return 'changed'
      }),
  }
}

type NewKey = {
  readonly id: string
  readonly sealed: Buffer
  readonly open: ReadFields['open']
  readonly now: number
  readonly isReadOnly: boolean
}

/** The previous key is kept for trades that were agreed with it (rulebook 2.23). */
const replaceKey = (tx: TransactionSql, { id, sealed, open, now, isReadOnly }: NewKey) => tx`
  update venue_account set
    previous_sealed = case when length(credentials_sealed) = 0 then null else credentials_sealed end,
    previous_until = case when length(credentials_sealed) = 0 then null else ${now + accountLimits.previousVenueKeyMs}::bigint end,
    credentials_sealed = ${sealed}, open_fields = ${tx.json(open)}, keyed_at = ${now}, is_read_only = ${isReadOnly},
    is_default = is_default and not ${isReadOnly}::boolean
  where id = ${id}`

/** Users who had this account as their own default now have no default, so that none of them trades with another account by surprise. */
async function useNoMore(tx: TransactionSql, mine: readonly StoredAccount[], { id, venue }: StoredAccount): Promise<void> {
  await tx`update member_default_account set venue_account = null where venue_account = ${id}`
  const [only, more] = mine.filter((account) => account.venue === venue && account.id !== id && !account.isReadOnly)
  if (only !== undefined && more === undefined) await tx`update venue_account set is_default = true where id = ${only.id}`
}

const accountsOf = async (tx: TransactionSql, desk: DeskId): Promise<readonly StoredAccount[]> => {
  await lockDesk(tx, desk)
  return tx<StoredAccount[]>`
    select id, venue, name, is_default as "isDefault", is_read_only as "isReadOnly" from venue_account
    where desk = ${desk} and removed_at is null`
}

const noDefault = (tx: TransactionSql, desk: DeskId, venue: AccountVenue) =>
  tx`update venue_account set is_default = false where desk = ${desk} and venue = ${venue}`

/**
 * The keys with which journals are sealed. Rows of a journal are final, so a rotation of the installation's key cannot seal them again. Instead, each
 * journal key is sealed with the installation's key, and after a rotation the next start creates a new journal key for new rows.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import { keyIdOf } from '../vault/secret-key.ts'
import { createVault, type Vault } from '../vault/vault.ts'
import type { Sealing } from './sealed-journal.ts'

export const aboutJournalKey = (id: string): string => `journal key ${id}`

type KeyNeeds = { readonly sql: Sql; readonly vault: Pick<Vault, 'seal' | 'open'> }
type KeyRow = { readonly id: string; readonly sealed: Uint8Array }

const ID_LENGTH = 8

/** Opens text sealed with any of the keys, and seals with the newest. */
export async function openJournalKeys({ sql, vault }: KeyNeeds): Promise<Sealing> {
  await addUnlessSealedByThisKey({ sql, vault })
  const rows = await sql<KeyRow[]>`select id, key_sealed as sealed from journal_key order by made_at, id`
  const keys = rows.map(({ id, sealed }) => Buffer.from(vault.open(sealed, aboutJournalKey(id)), 'hex'))
  const vaults = new Map(keys.map((key) => [keyIdOf(key), createVault(key)]))
  const newest = keyIdOf(keys.at(-1)!)
  return {
    // A JSON string, because the journal's events are JSON for every reader.
    seal: (plain, about) => JSON.stringify(`${newest}${vaults.get(newest)!.seal(plain, about).toString('base64')}`),
    open(text, about) {
      const sealed = JSON.parse(text) as string
      const opening = vaults.get(sealed.slice(0, ID_LENGTH))
      if (opening === undefined) throw new Error('This was encrypted with a journal key that does not exist')
      return opening.open(Buffer.from(sealed.slice(ID_LENGTH), 'base64'), about)
    },
  }
}

/** The installation's key is named by its id. If a journal key was made under this id, the key has not been rotated since. */
async function addUnlessSealedByThisKey({ sql, vault }: KeyNeeds): Promise<void> {
  const id = randomUUID()
  const sealed = vault.seal(randomBytes(32).toString('hex'), aboutJournalKey(id))
  await sql`
    insert into journal_key (id, made_under, key_sealed)
    select ${id}, coalesce((select id from secret_key), ''), ${sealed}
    where not exists (select from journal_key where made_under = coalesce((select id from secret_key), ''))`
}

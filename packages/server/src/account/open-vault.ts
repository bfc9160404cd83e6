/** The vault of a database: opened with the key that the database names, or not at all. */
import { mkdirSync } from 'node:fs'
import type { Sql, TransactionSql } from '../postgres/sql.ts'
import { StartProblem } from '../postgres/start-problem.ts'
import { sealedColumns } from './sealed-columns.ts'
import { keyIdOf, knownKeys, loadSecretKey, promoteNextKey } from './secret-key.ts'
import { createVault, type Vault } from './vault.ts'

export type VaultPlace = { readonly sql: Sql; readonly dataDir: string; readonly secretKey: string | undefined; readonly now: number }

export const openVault = async (place: VaultPlace): Promise<Vault> => createVault(await openKey(place))

/** Also ends a rotation that was cut off between its commit and its file. */
export async function openKey(place: VaultPlace): Promise<Uint8Array> {
  const key = await place.sql.begin((tx) => findKey(tx, place))
  if (isOfFile(place)) promoteNextKey(place.dataDir, keyIdOf(key))
  return key
}

const isOfFile = ({ secretKey }: VaultPlace): boolean => secretKey === undefined || secretKey === ''

async function findKey(tx: TransactionSql, { dataDir, secretKey, now }: VaultPlace): Promise<Uint8Array> {
  // Waits for a rotation that is under way.
  const [named] = await tx<{ id: string }[]>`select id from secret_key for share`
  if (named === undefined) {
    mkdirSync(dataDir, { recursive: true })
    const key = loadSecretKey(dataDir, secretKey)
    await tryKey(tx, createVault(key))
    await tx`insert into secret_key (id, since) values (${keyIdOf(key)}, ${now}) on conflict do nothing`
    return key
  }
  const key = knownKeys(dataDir, secretKey).find((known) => keyIdOf(known) === named.id)
  if (key === undefined) throw wrongKey(`the one with the id ${named.id}`)
  return key
}

/** A database from before keys had ids: one secret of each kind has to open. */
async function tryKey(tx: TransactionSql, vault: Vault): Promise<void> {
  for (const column of sealedColumns) {
    const [row] = await column.rows(tx, { most: 1 })
    try {
      if (row !== undefined) vault.open(row.sealed, column.about(row))
    } catch (error) {
      throw wrongKey('that one', error)
    }
  }
}

const wrongKey = (which: string, cause?: unknown): StartProblem =>
  new StartProblem(
    'SecretKeyBroken',
    `The secrets in this database were encrypted with another key; set PARLEY_SECRET_KEY to ${which}, or put its secret.key back into DATA_DIR.`,
    cause,
  )

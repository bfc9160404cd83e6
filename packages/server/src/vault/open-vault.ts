/** The vault of a database: it is opened with the key that the database names, or not at all. */
import { mkdirSync } from 'node:fs'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { StartProblem } from '../database/start-problem.ts'
import { keyIdOf, knownKeys, loadSecretKey, promoteNextKey } from './secret-key.ts'
import { createVault, type Vault } from './vault.ts'

export type VaultPlace = { readonly sql: Sql; readonly dataDir: string; readonly secretKey: string | undefined; readonly now: number }

export const openVault = async (place: VaultPlace): Promise<Vault> => createVault(await openKey(place))

/** Also finishes a rotation that was interrupted between its commit and its file. */
export async function openKey(place: VaultPlace): Promise<Uint8Array> {
  const key = await place.sql.begin((tx) => findKey(tx, place))
  if (isOfFile(place)) promoteNextKey(place.dataDir, keyIdOf(key))
  return key
}

const isOfFile = ({ secretKey }: VaultPlace): boolean => secretKey === undefined || secretKey === ''

async function findKey(tx: TransactionSql, { dataDir, secretKey, now }: VaultPlace): Promise<Uint8Array> {
  // Waits for a running rotation.
  const [named] = await tx<{ id: string }[]>`select id from secret_key for share`
  if (named === undefined) {
    mkdirSync(dataDir, { recursive: true })
    const key = loadSecretKey(dataDir, secretKey)
    await tx`insert into secret_key (id, since) values (${keyIdOf(key)}, ${now}) on conflict do nothing`
    return key
  }
  const key = knownKeys(dataDir, secretKey).find((known) => keyIdOf(known) === named.id)
  if (key === undefined) throw wrongKey(named.id, dataDir)
  return key
}

const wrongKey = (id: string, dataDir: string): StartProblem =>
  new StartProblem(
    'SecretKeyBroken',
    `The secrets in this database were encrypted with another key; set PARLEY_SECRET_KEY to the one with the id ${id}, or put its secret.key back into DATA_DIR, which is ${dataDir}.`,
  )

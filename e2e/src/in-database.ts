/** Direct access to the product's embedded database, as an administrator would have. */
import { join } from 'node:path'
import { Client } from 'pg'

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly object[]>

export async function inDatabase<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({ host: join(dataDir, 'postgres'), database: 'parley', user: 'parley' })
  await client.connect()
  try {
    return await work(async (text, values) => (await client.query<object>(text, values as unknown[] | undefined)).rows)
  } finally {
    await client.end()
  }
}

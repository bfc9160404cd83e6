/** The whole product with a separate database, by default with a venue whose marks do not move, and without rate limits. */
import { createServer, unhurried, type Database, type RunningServer, type ServerOptions } from '@parley/server'
import { withOwnDatabase } from './own-database.ts'
import type { Key } from './signed.ts'
import { stillVenue } from './still-venue.ts'

export type Product = { readonly server: RunningServer; readonly database: Database }
export type BenchDesk = Key & { readonly ticker: string }

type Other = Pick<ServerOptions, 'venues' | 'webDir' | 'metrics'>

export const withProduct = <T>(work: (product: Product) => Promise<T>, other: Other = {}): Promise<T> =>
  withOwnDatabase(async (database, dataDir) => {
    const free = { most: 1e6, withinMs: 1_000 }
    const often = { perSecond: 1e6, burst: 1e6 }
    const rates = { ...unhurried, rfqsPerDesk: free, requestsPerDesk: free, framesPerSocket: often, framesPerDesk: often }
    const server = await createServer({ dataDir, databaseUrl: database.url, port: 0, venues: [stillVenue()], rates, ...other })
    try {
      return await work({ server, database })
    } finally {
      await server.close()
    }
  })

export async function openDesk({ operator }: RunningServer, ticker: string, isMaker: boolean): Promise<BenchDesk> {
  await operator.createFirm({ name: `Firm ${ticker}` })
  await operator.createDesk({ ticker, name: `Desk ${ticker}`, firmName: `Firm ${ticker}`, isMaker, limits: 'NONE' })
  await operator.addVenueAccount(ticker, { venue: 'DBT', name: `${ticker}-main`, clientId: ticker, clientSecret: ticker, isDefault: true })
  return { ticker, ...(await operator.createApiKey(ticker, 'bench', 'COMPATIBLE')) }
}

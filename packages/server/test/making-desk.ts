/** The making desk with a user of each role and its own key, and a key of the taking desk. */
import type { ServerOptions } from '../src/server-options.ts'
import { openTestDesk, type Person, type TestDesk } from './desk.ts'
import { keepKey } from './kept-keys.ts'
import type { Key } from './product.ts'

export type MakingDesk = TestDesk & {
  readonly boss: Person
  readonly trader: Person
  readonly viewer: Person
  /** The key of the making desk, `quotes`. */
  readonly kest: Key
  /** The key of the taking desk, `takes`. */
  readonly orry: Key
  /** One leg, which buys the first listed option. */
  readonly legs: () => Promise<readonly object[]>
  /** The taking desk opens or joins the order book for these legs. Returns the id of its RFQ. */
  readonly market: () => Promise<number>
}

/** Its secret is the same at every start, so that a test can close it and open it again on the same database. */
export async function openMakingDesk(databaseUrl: string, more: Partial<ServerOptions> = {}): Promise<MakingDesk> {
  const desk = await openTestDesk(databaseUrl, { secretKey: '5'.repeat(64), ...more })
  const { operator } = desk.product.server
  const orry = await keepKey(operator, { databaseUrl, desk: 'ORRY', name: 'takes' })
  const legs = async () => {
    const { json } = await desk.by(orry, 'GET', '/v2/drfq/instruments/')
    return [{ instrument_id: (json.results as { id: number }[])[0]!.id, ratio: '1', side: 'BUY' }]
  }
  return {
    ...desk,
    boss: await desk.person('boss', 'administrator', 'KEST'),
    trader: await desk.person('tess', 'trader', 'KEST'),
    viewer: await desk.person('vic', 'viewer', 'KEST'),
    kest: await keepKey(operator, { databaseUrl, desk: 'KEST', name: 'quotes' }),
    orry,
    legs,
    market: async () => (await desk.by(orry, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: await legs() })).json.id as number,
  }
}

/** After a start, marks arrive one instrument at a time. Tests choose strikes near the money, so all options of a chain need a mark first. */
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@parley/client'
import { catalogueCalls } from '@parley/contracts'

const WITHIN_MS = 60_000
const LOOK_MS = 100

type Keys = { readonly accessKey: string; readonly secretKey: string }

/** Waits until every option is marked, and throws if that takes too long. */
export async function untilMarked(baseUrl: string, { accessKey, secretKey }: Keys): Promise<void> {
  const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
  const isMarked = async (currency: string): Promise<boolean> => {
    const query = { venue: 'DBT', base_currency: currency, kind: 'OPTION', state: 'ACTIVE', include_greeks: true, page_size: 1000 }
    const { results } = await client.call(catalogueCalls.listInstruments, { query })
    return results.length > 0 && results.every(({ greeks }) => greeks !== null)
  }
  for (const currency of ['BTC', 'ETH'])
    for (const last = Date.now() + WITHIN_MS; ; await delay(LOOK_MS)) {
      const found = await isMarked(currency).catch((error: unknown) => error)
      if (found === true) break
      if (Date.now() > last) throw new Error(`not every option on ${currency} is marked`, { cause: found })
    }
}

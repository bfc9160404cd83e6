/** Actions of an administrator on accounts at the venues: checking keys and comparing records. */
import { createHash } from 'node:crypto'
import type { Json } from '../protocol/answer.ts'
import type { Product } from '../product.ts'
import { tamper } from '../venue.ts'
import { must, type Step } from './step.ts'
import type { Sends } from './right.ts'

const ACCOUNTS = '/account/desk/venue-accounts/'
const RECONCILIATION = '/account/desk/reconciliation/'
/** The record of a venue is read up to a moment ago. */
const SINCE_MS = 300_000
const LOOKS = 120
const LOOK_EVERY_MS = 250

/** HLYD's record at the venue gets a block that was never traded here. */
export function venueWork(product: Product, boss: Sends): readonly Step[] {
  const at = Date.now() - SINCE_MS
  const day = `${RECONCILIATION}${new Date(at).toISOString().slice(0, 10)}/`
  let difference = ''
  return [
    [`POST ${ACCOUNTS}check/`, () => ({ by: boss, path: `${ACCOUNTS}check/`, body: { venue: 'DBT', ...demoKey('HLYD') } })],
    [
      `POST ${ACCOUNTS}{id}/check/`,
      async () => {
        const { results } = (await must(boss, 'GET', ACCOUNTS)) as Json & { results: readonly Json[] }
        return { by: boss, path: `${ACCOUNTS}${String(results[0]!['id'])}/check/` }
      },
    ],
    [`GET ${RECONCILIATION}{day}/`, () => ({ by: boss, path: day })],
    [
      `POST ${RECONCILIATION}{day}/compare/`,
      async () => {
        await tamper(product, { kind: 'ADD', maker: 'parley-hlyd', taker: 'parley-lark', at, legs: [await someLeg(boss)] })
        return { by: boss, path: `${day}compare/` }
      },
    ],
    [
      `GET ${RECONCILIATION}differences/{id}/`,
      async () => {
        difference = await openDifference(boss, day)
        return { by: boss, path: `${RECONCILIATION}differences/${difference}/` }
      },
    ],
    [
      `POST ${RECONCILIATION}differences/{id}/close/`,
      () => ({
        by: boss,
        path: `${RECONCILIATION}differences/${difference}/close/`,
        body: { how: 'EXPLAIN', reason: 'put there by hand' },
      }),
    ],
  ]
}

const demoKey = (ticker: string) => ({
  client_id: `parley-${ticker.toLowerCase()}`,
  client_secret: createHash('sha256').update(`parley demo ${ticker}`).digest('hex'),
})

async function someLeg(boss: Sends): Promise<object> {
  const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&page_size=1'
  const { results } = (await must(boss, 'GET', `/v2/drfq/instruments/?${query}`)) as Json & { results: readonly Json[] }
  return { instrument: results[0]!['name'], makerSide: 'SELL', price: '0.05', quantity: '25' }
}

async function openDifference(boss: Sends, day: string): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { differences } = (await must(boss, 'GET', day)) as Json & { differences: readonly { id: string; state: string }[] }
    const open = differences.find(({ state }) => state === 'OPEN')
    if (open !== undefined) return open.id
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error('the block that was put into the record was not found')
}

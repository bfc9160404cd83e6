import { describe, expect, it } from 'vitest'
import { createReading } from './account-reading.ts'
import type { ApiAnswer } from './answers.ts'

const NEWEST = 1_700_000_000_000
const STEP_MS = 10

/** An account with a fill every ten milliseconds. From the fourth list of a period on, the venue does not answer if `isSlow`. */
function accountWith(fills: number, { isSlow = false } = {}) {
  const rows = Array.from({ length: fills }, (_, place) => ({ id: String(place), at: NEWEST - place * STEP_MS }))
  return createReading({
    credentials: { clientId: '0x1', clientSecret: '0x2' },
    api: {
      callAs: async (_, { path, query = {} }): Promise<ApiAnswer> => {
        const [from, end] = [Number(query['cursor'] ?? 0), Number(query['end_at'])]
        if (isSlow && from >= 300) return { kind: 'LOST', reason: 'the venue asked us to slow down', retryAfterMs: 1_000 }
        if (path !== '/fills') return { kind: 'RESULT', result: { next: null, results: [] } }
        const size = Number(query['page_size'])
        const within = rows.filter(({ at }) => at >= Number(query['start_at'] ?? 0) && at <= end)
        const next = from + size < within.length ? String(from + size) : null
        return { kind: 'RESULT', result: { next, results: within.slice(from, from + size).map(fill) } }
      },
    },
  })
}

const fill = ({ id, at }: { readonly id: string; readonly at: number }): object => ({
  ...{ id, order_id: `o${id}`, market: 'BTC-USD-PERP', side: 'BUY', liquidity: 'TAKER', price: '91684.3', size: '0.5' },
  ...{ fee: '1', fee_currency: 'USDC', created_at: at, fill_type: 'FILL' },
})

describe('18.15 the results of a period', () => {
  it('with 5,200 fills are read in two calls, without a gap and each fill once', async () => {
    const account = accountWith(5_200)
    const first = await account.results(0, NEWEST)
    if (first.outcome !== 'DONE') throw new Error(first.message)
    expect(first.value.fills).toHaveLength(4_999)
    expect(first.value.earlier).toBe(first.value.since - 1)
    const rest = await account.results(0, first.value.since - 1)
    if (rest.outcome !== 'DONE') throw new Error(rest.message)
    expect(rest.value).toMatchObject({ since: 0, earlier: undefined })
    expect(new Set([...first.value.fills, ...rest.value.fills].map(({ id }) => id)).size).toBe(5_200)
  })

  it('are the part that was read if the venue asks to slow down, and a later call continues there', async () => {
    const read = await accountWith(1_000, { isSlow: true }).results(0, NEWEST)
    expect(read).toMatchObject({ outcome: 'DONE', value: { since: NEWEST - 299 * STEP_MS + 1 } })
  })

  it('lists of fills are the newest part', async () => {
    const fills = await accountWith(5_200).fills(0, NEWEST)
    expect(fills.outcome === 'DONE' && [fills.value.length, fills.value.at(-1)!.at]).toEqual([5_000, NEWEST])
  })
})

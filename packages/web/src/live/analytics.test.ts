import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnalytics } from './analytics.ts'

type Batch = { readonly api_key: string; readonly batch: readonly { event: string; distinct_id: string; properties: object }[] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function analytics() {
  const posted: { readonly address: string; readonly body: Batch }[] = []
  const post = (address: string, body: string): void => void posted.push({ address, body: JSON.parse(body) as Batch })
  return { posted, ...createAnalytics({ url: 'https://use.parley.example', key: 'phc_1', release: 'parley@1.2.3', post }) }
}

describe('what is used', () => {
  // Proves T 7.73, T 9.11.
  it('is sent half a second after the last of it, all at once', async () => {
    const { posted, track } = analytics()
    track('$pageview', { $pathname: '/rfqs' })
    await vi.advanceTimersByTimeAsync(400)
    track('call', { call: 'POST /v2/drfq/rfqs/' })
    await vi.advanceTimersByTimeAsync(499)
    expect(posted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(posted).toMatchObject([
      {
        address: 'https://use.parley.example/batch/',
        body: {
          api_key: 'phc_1',
          batch: [
            { event: '$pageview', properties: { $pathname: '/rfqs', release: 'parley@1.2.3' } },
            { event: 'call', properties: { call: 'POST /v2/drfq/rfqs/', release: 'parley@1.2.3' } },
          ],
        },
      },
    ])
  })

  // Proves T 7.71.
  it('belongs to the user from sign-in to sign-out, and is anonymous before and after', async () => {
    const { posted, identify, track, now } = analytics()
    identify(undefined)
    track('$pageview', { $pathname: '/' })
    identify('u_1')
    identify('u_1')
    track('$pageview', { $pathname: '/rfqs' })
    identify(undefined)
    track('$pageview', { $pathname: '/' })
    now()
    await vi.advanceTimersByTimeAsync(0)
    const { batch } = posted[0]!.body
    const [before, , , after] = batch.map((each) => each.distinct_id)
    expect(batch.map(({ event }) => event)).toEqual(['$pageview', '$identify', '$pageview', '$pageview'])
    expect(batch[1]).toMatchObject({ distinct_id: 'u_1', properties: { $anon_distinct_id: before } })
    expect(batch[2]!.distinct_id).toBe('u_1')
    expect(new Set([before, 'u_1', after]).size).toBe(3)
  })
})

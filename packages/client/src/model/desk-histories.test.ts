import { describe, expect, it } from 'vitest'
import type { Client } from '../transport/client.ts'
import { getMakerHistories, getTakerHistories } from './desk-histories.ts'

const answering = (results: readonly object[]) => ({ call: async () => ({ since: 1, results }) }) as unknown as Client
const counts = { asked: 40, quoted: 36, dealt: 9 }

describe('the histories of a desk (rulebook 8.13, 8.16)', () => {
  it('name makers with their median, where they showed a quote at all', async () => {
    const client = answering([
      { desk_name: 'LIND', ...counts, median_response_ms: 1_440 },
      { desk_name: 'KEST', ...counts, median_response_ms: null },
    ])
    expect(await getMakerHistories().send(client)).toEqual([
      { deskName: 'LIND', ...counts, medianResponseMs: 1_440 },
      { deskName: 'KEST', ...counts, medianResponseMs: undefined },
    ])
  })

  it('name takers with their last deal, where there was one', async () => {
    const client = answering([
      { desk_name: 'CEDA', ...counts, traded: 20, last_dealt_at: 7 },
      { desk_name: 'WILL', ...counts, traded: 0, last_dealt_at: null },
    ])
    expect(await getTakerHistories().send(client)).toEqual([
      { deskName: 'CEDA', ...counts, traded: 20, lastDealtAt: 7 },
      { deskName: 'WILL', ...counts, traded: 0, lastDealtAt: undefined },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { StreamFrames } from './unread.ts'

describe('the frames of streams', () => {
  it('8.6 are numbered by their time, however many frames of others lie between', () => {
    let now = 1_000
    const frames = new StreamFrames(() => now)
    const first = frames.frame('bbo.r_1', { rfq_id: 'r_1' }, 0)
    for (let other = 0; other < 50; other++) frames.frame(`bbo.r_${other + 2}`, { rfq_id: 'r_2' }, 0)
    now = 2_000
    expect([first.seq, frames.frame('bbo.r_1', { rfq_id: 'r_1' }, first.seq).seq]).toEqual([1_000, 2_000])
  })

  it('are shared by readers, and each reader reads rising numbers, within a millisecond too', () => {
    const frames = new StreamFrames(() => 1_000)
    const [one, two] = [{ rfq_id: 'r_1' }, { rfq_id: 'r_1', mark_price: '1' }]
    const first = frames.frame('bbo.r_1', one, 0)
    expect(frames.frame('bbo.r_1', one, 0)).toBe(first)
    const second = frames.frame('bbo.r_1', two, first.seq)
    expect(second.seq).toBe(1_001)
    expect(frames.frame('bbo.r_1', two, first.seq)).toBe(second)
  })
})

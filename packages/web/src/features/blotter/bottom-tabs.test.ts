import { describe, expect, it } from 'vitest'
import { keptText } from '../../live/use-kept-setting.ts'
import { bottomLabel, bottomTabs, firstTab } from './bottom-tabs.ts'

describe('the tabs of the bottom panel', () => {
  it('have their ids and names, in their order', () => {
    expect(bottomTabs.map((id) => [id, bottomLabel[id]])).toEqual([
      ['positions', 'Positions'],
      ['rfqs-history', 'RFQ History'],
      ['rfqs-drafts', 'RFQ Drafts'],
      ['open-orders', 'Open Orders'],
      ['trade-tape', 'Trade Tape'],
      ['order-history', 'Order History'],
      ['trade-history', 'Trade History'],
    ])
  })

  // Proves T 2.47 to 2.49, T 3.72, T 5.9.
  it.each([
    ['trade-history', 'trade-history'],
    ['Trade History', 'trade-tape'],
    ['leaderboard', 'trade-tape'],
    [7, 'trade-tape'],
    [undefined, 'trade-tape'],
  ])('with %s stored start at %s', (kept, first) => {
    expect(keptText(bottomTabs)(kept) ?? firstTab).toBe(first)
  })
})

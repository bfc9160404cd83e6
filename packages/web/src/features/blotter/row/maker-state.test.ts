import { describe, expect, it } from 'vitest'
import { orderOf, rfqOf } from '../../../../test/model.ts'
import { type Band, bandOf, bands, byUrgency, isBehind, lifeLeft, type MakerFacts, makerState, stateWord } from './maker-state.ts'

const bid = orderOf({ price: '0.0400' })
const ask = orderOf({ id: 'o_2', side: 'SELL', price: '0.0420' })
const pulled = orderOf({ state: 'CLOSED', resting: '0', canceled: '25', cancelCause: 'USER' })
const nothing = { bids: [], asks: [], position: undefined, pulled: undefined }
const both = { ...nothing, bids: [bid], asks: [ask] }
const facts: MakerFacts = { rfq: rfqOf(), own: nothing, status: 'Active', isHeld: false, moved: undefined, tick: 0.0001 }

const table: [what: string, change: Partial<MakerFacts>, word: string, band: Band][] = [
  ['traded with another maker', { rfq: rfqOf({ state: 'CLOSED' }), status: 'Trd Away', own: both }, 'Traded away', 'Not quoting'],
  ['over for another reason', { rfq: rfqOf({ state: 'CLOSED' }), status: 'Expired', isHeld: true }, 'Expired', 'Not quoting'],
  ['quoted, the mark two ticks but less than a fifth of the width away', { own: both, moved: 3 }, 'Quoted', 'Quoted'],
  ['quoted, the mark a fifth of the width above', { own: both, moved: 4 }, 'Stale', 'Stale'],
  ['quoted, the mark as far below', { own: both, moved: -4 }, 'Stale', 'Stale'],
  ['bid only, the mark two ticks away', { own: { ...both, asks: [] }, moved: 2 }, 'Stale', 'Stale'],
  ['bid only', { own: { ...both, asks: [] }, moved: 1 }, 'Bid only', 'Quoted'],
  ['ask only', { own: { ...both, bids: [] } }, 'Ask only', 'Quoted'],
  ['quoted, before this screen could know the mark', { own: both }, 'Quoted', 'Quoted'],
  ['quoted while a limit holds new quotes', { own: both, isHeld: true }, 'Quoted', 'Quoted'],
  ['dealt in, and nothing rests', { own: { ...nothing, position: 25 }, isHeld: true }, 'Traded', 'Not quoting'],
  ['held, and declined before', { isHeld: true, rfq: rfqOf({ declinedByMe: true }) }, 'MMP', 'Not quoting'],
  ['declined', { rfq: rfqOf({ declinedByMe: true }) }, 'Declined', 'Not quoting'],
  ['pulled, and not quoted again', { own: { ...nothing, pulled }, moved: 5 }, 'Cancelled', 'New'],
  ['pulled, then held', { own: { ...nothing, pulled }, isHeld: true }, 'MMP', 'Not quoting'],
  ['pulled by the decline', { own: { ...nothing, pulled }, rfq: rfqOf({ declinedByMe: true }) }, 'Declined', 'Not quoting'],
  ['asked, whatever the mark did since', { moved: 50 }, 'New', 'New'],
]

describe('5.3 the state of an RFQ for a maker that was asked', () => {
  it.each(table)('%s', (_, change, word, band) => {
    const given = { ...facts, ...change }
    const state = makerState(given)
    expect([stateWord(state, given.status), bandOf(state)]).toEqual([word, band])
  })

  it.each([
    [undefined, 0, false],
    [1, 0, false],
    [2, 0, true],
    [2, 10, true],
    [2, 11, false],
    [-5, 22, true],
    [4, 22, false],
  ])('a mark that moved %s ticks makes a quote %s ticks wide stale: %s', (moved, width, behind) => {
    expect(isBehind(moved, width)).toBe(behind)
  })
})

describe('the order of the queue', () => {
  const of = (band: Band, change: Parameters<typeof rfqOf>[0] = {}) => ({ band, rfq: rfqOf(change) })
  const sooner = of('New', { id: 'r_sooner', expiresAt: 1 })
  const later = of('New', { id: 'r_later', expiresAt: 2 })
  const declined = of('Not quoting', { id: 'r_declined', expiresAt: 9 })
  const over = of('Not quoting', { id: 'r_over', state: 'CLOSED', expiresAt: 0, updatedAt: 5 })
  const overBefore = of('Not quoting', { id: 'r_over_before', state: 'CLOSED', expiresAt: 0, updatedAt: 4 })

  it('is by band, then by the time left, with closed RFQs last', () => {
    const behind = of('Stale', { id: 'r_behind', expiresAt: 0 })
    const quoted = of('Quoted', { id: 'r_quoted', expiresAt: 0 })
    const shuffled = [overBefore, quoted, later, over, behind, declined, sooner]
    expect(shuffled.toSorted(byUrgency).map(({ rfq }) => rfq.id)).toEqual(
      [sooner, later, behind, quoted, declined, over, overBefore].map(({ rfq }) => rfq.id),
    )
    expect(bands).toEqual(['New', 'Stale', 'Quoted', 'Not quoting'])
  })

  it.each([
    [0, 1],
    [150_000, 0.5],
    [300_000, 0],
    [400_000, 0],
  ])('the bar at %s ms shows %s of the life', (now, share) => {
    expect(lifeLeft(rfqOf({ createdAt: 0, expiresAt: 300_000 }), now)).toBe(share)
    expect(lifeLeft(rfqOf({ createdAt: 0, expiresAt: 300_000, state: 'CLOSED' }), now)).toBe(0)
  })
})

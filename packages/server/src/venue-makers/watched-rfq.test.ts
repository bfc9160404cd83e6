import { parseQuantity, parseRatio, type Instant, type Quantity, type Rfq, type TradeId } from '@parley/core'
import type { VenueAnswer, VenueMakers, VenueRfq, VenueRfqTerms } from '@parley/venues'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHandClock } from '../../test/hand-clock.ts'
import { call } from '../../test/instruments.ts'
import { silent } from '../log/log.ts'
import { venueQuantity } from './at-venue.ts'
import { WatchedRfq } from './watched-rfq.ts'

const START = 1_760_000_000_000 as Instant
/** The lifetime of an RFQ at the venue. */
const LIFETIME_MS = 300_000
const DEAL = 't_1' as TradeId
const taker = { clientId: 'taker', clientSecret: 'secret' }
const quantityOf = (text: string): Quantity => parseQuantity(text)!

/** The part of an RFQ that is sent to the venue. */
const rfqOf = (more: Partial<Rfq> = {}): Rfq =>
  ({
    ...{ id: 'r_1', venue: 'DBT', state: 'OPEN', quantity: quantityOf('100'), minimumBlock: quantityOf('25'), isTakerAnonymous: false },
    ...{ filled: 0, pending: 0 },
    structure: { legs: [{ instrument: call, ratio: parseRatio('1')!, side: 'BUY' }] },
    ...more,
  }) as unknown as Rfq

/** A venue's makers in memory. Responses can be suppressed, before or after the request is executed. */
function createMakers(now: () => number) {
  const rfqs: VenueRfq[] = []
  const calls: string[] = []
  let wrong: 'LOSE_ANSWER' | 'REJECT' | undefined
  const open = () => rfqs.filter(({ state, expiresAt }) => state === 'OPEN' && expiresAt > now())
  const ask = ({ name, legs }: VenueRfqTerms): VenueAnswer<VenueRfq> => {
    const next = wrong
    wrong = undefined
    if (next === 'REJECT') return { outcome: 'REJECTED', code: '1', message: 'your key needs block_rfq:read_write' }
    const made: VenueRfq = {
      ...{ id: String(rfqs.length + 1), name, state: 'OPEN', createdAt: now(), expiresAt: now() + LIFETIME_MS },
      ...{ quantity: legs[0]!.quantity, bids: [], asks: [] },
    }
    rfqs.push(made)
    return next === 'LOSE_ANSWER' ? { outcome: 'UNKNOWN', message: 'lost', retryAfterMs: 1 } : { outcome: 'DONE', value: made }
  }
  const makers: Pick<VenueMakers, 'ask' | 'open' | 'cancel'> = {
    ask: (terms) => {
      calls.push(`ask for ${terms.legs[0]!.quantity / 1e6}`)
      return Promise.resolve(ask(terms))
    },
    open: () => Promise.resolve({ outcome: 'DONE', value: open().toReversed() }),
    cancel: (id) => {
      calls.push(`cancel ${id}`)
      const at = rfqs.findIndex((one) => one.id === id)
      if (at !== -1) rfqs[at] = { ...rfqs[at]!, state: 'CANCELED' }
      return Promise.resolve({ outcome: 'DONE', value: 'ENDED' })
    },
  }
  return { makers: makers as VenueMakers, calls, open, next: (answer: typeof wrong) => void (wrong = answer), rfqs }
}

let clock: ReturnType<typeof createHandClock>
let venue: ReturnType<typeof createMakers>
beforeEach(() => {
  clock = createHandClock(START)
  venue = createMakers(clock.now)
})

const watch = (rfq = rfqOf(), dealing?: TradeId): WatchedRfq =>
  new WatchedRfq(rfq, { ...{ makers: venue.makers, taker, timers: clock.timers, now: clock.now, log: silent }, onChanged: () => undefined }, dealing) // prettier-ignore
const reaches = (watched: WatchedRfq, state: WatchedRfq['state']['state']) => vi.waitFor(() => expect(watched.state.state).toBe(state))

describe("15 a request at its venue's own makers", () => {
  it('is asked for once, and withdrawn with ours', async () => {
    const watched = watch()
    await reaches(watched, 'ASKED')
    watched.moved(rfqOf({ state: 'CLOSED' }))
    await reaches(watched, 'ENDED')
    expect(venue.calls).toEqual(['ask for 100', 'cancel 1'])
    expect(watched.isDone).toBe(true)
  })

  it('is renewed when the venue ends it before ours', async () => {
    const watched = watch()
    await reaches(watched, 'ASKED')
    clock.advance(LIFETIME_MS + 249)
    await Promise.resolve()
    expect(venue.calls).toEqual(['ask for 100'])
    clock.advance(1)
    await vi.waitFor(() => expect(venue.open().map(({ id }) => id)).toEqual(['2']))
    expect(venue.calls).toEqual(['ask for 100', 'ask for 100'])
    await watched.close()
  })

  it('is sent again for the remainder, once a part has traded here', async () => {
    const watched = watch()
    await reaches(watched, 'ASKED')
    watched.moved(rfqOf({ filled: quantityOf('40') }))
    await vi.waitFor(() => expect(venue.calls).toEqual(['ask for 100', 'cancel 1', 'ask for 60']))
    await watched.close()
  })

  it('is withdrawn where less than a block remains', async () => {
    const watched = watch()
    await reaches(watched, 'ASKED')
    watched.moved(rfqOf({ filled: quantityOf('80') }))
    await reaches(watched, 'ENDED')
    expect(venue.open()).toEqual([])
    await watched.close()
  })

  it('is found again after a start, and not asked for twice', async () => {
    await watch().close()
    await vi.waitFor(() => expect(venue.open()).toHaveLength(1))
    const again = watch()
    await reaches(again, 'ASKED')
    expect(venue.calls).toEqual(['ask for 100'])
    await again.close()
  })

  it('is found again after a lost answer, and not asked for twice', async () => {
    venue.next('LOSE_ANSWER')
    const watched = watch()
    await vi.waitFor(() => expect(venue.open()).toHaveLength(1))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(500)
    await reaches(watched, 'ASKED')
    expect(venue.calls).toEqual(['ask for 100'])
    await watched.close()
  })

  it('gives the reason why the venue rejects it, and is sent again only for another quantity', async () => {
    venue.next('REJECT')
    const watched = watch()
    await reaches(watched, 'REFUSED')
    expect(watched.state).toMatchObject({ message: 'your key needs block_rfq:read_write' })
    watched.moved(rfqOf())
    watched.moved(rfqOf({ filled: quantityOf('50') }))
    await reaches(watched, 'ASKED')
    expect(venue.calls).toEqual(['ask for 100', 'ask for 50'])
    await watched.close()
  })

  it('stays as it is while one of its quotes is being traded', async () => {
    const watched = watch()
    await reaches(watched, 'ASKED')
    watched.moved(rfqOf({ state: 'CLOSED' }), { began: DEAL })
    await reaches(watched, 'TRADING')
    expect(venue.calls).toEqual(['ask for 100'])
    watched.moved(rfqOf({ state: 'CLOSED' }), { ended: DEAL })
    await reaches(watched, 'ENDED')
    expect(venue.calls).toEqual(['ask for 100', 'cancel 1'])
  })

  it('counts quantities in the unit of the venue', () => {
    expect(venueQuantity(rfqOf().structure, quantityOf('100'))).toBe(quantityOf('100'))
  })
})

import { describe, expect, it } from 'vitest'
import { createRandom } from '../../exchange/random.ts'
import { createPastClock } from './past-clock.ts'
import { pastRequests } from './past-requests.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const seeds = Array.from({ length: 40 }, (_, place) => place + 1)

describe('the requests of the past', () => {
  it('are the same for the same seed and days, and others for another seed', () => {
    const span = { from: 1_800_000_000_000, to: 1_800_000_000_000 + 5 * DAY_MS }
    expect(pastRequests(7, span)).toEqual(pastRequests(7, span))
    expect(pastRequests(8, span)).not.toEqual(pastRequests(7, span))
  })

  it('follow each other, lie within their days, and leave out the settlement of the venues', () => {
    for (const seed of seeds) {
      const random = createRandom(seed, 'spans')
      const to = Math.round(1_800_000_000_000 + random.next() * 30 * DAY_MS)
      const from = to - Math.ceil(random.next() * 10) * DAY_MS
      const times = pastRequests(seed, { from, to }).map(({ at }) => at)
      for (const [place, at] of times.entries()) {
        expect([seed, at >= from && at < to - HOUR_MS], `seed ${seed}`).toEqual([seed, true])
        expect([seed, at - (times[place - 1] ?? -Infinity) >= 240_000]).toEqual([seed, true])
        const settlement = Math.floor(at / DAY_MS) * DAY_MS + 8 * HOUR_MS
        expect([seed, Math.abs(at - settlement) >= 600_000]).toEqual([seed, true])
      }
    }
  })

  it('are made by every desk that takes, and end in every way', () => {
    const requests = pastRequests(1, { from: 1_800_000_000_000, to: 1_800_000_000_000 + 5 * DAY_MS })
    expect(new Set(requests.map(({ taker }) => taker))).toEqual(new Set(['AMBR', 'NRTH', 'SABL']))
    expect(new Set(requests.map(({ ends }) => ends))).toEqual(new Set(['TRADED', 'CANCELED', 'EXPIRED']))
  })
})

describe('the clock of the past', () => {
  it('carries out what is due at its own time, in order, and forgets what was called off', () => {
    const clock = createPastClock(100)
    const seen: string[] = []
    const wake = (at: number, name: string) => clock.timers.wakeAt(at as never, () => seen.push(`${name} at ${clock.now()}`))
    wake(300, 'late')
    wake(200, 'soon')
    wake(250, 'called off')()
    clock.timers.wakeAt(210 as never, () => void wake(220, 'next'))
    clock.moveTo(299)
    expect(seen).toEqual(['soon at 200', 'next at 220'])
    clock.moveTo(250)
    expect(clock.now()).toBe(299)
    clock.moveTo(400)
    expect([seen.at(-1), clock.now()]).toEqual(['late at 300', 400])
  })
})

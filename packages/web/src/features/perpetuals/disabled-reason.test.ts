import { describe, expect, it } from 'vitest'
import { btc, now } from '../../../test/perpetuals.ts'
import { type Liveness, STALE_MS, disabledReasonOf, freshnessOf } from './disabled-reason.ts'

const live: Liveness = {
  market: btc,
  venueLine: 'CONNECTED',
  accountLine: 'CONNECTED',
  failure: undefined,
  book: { isKnown: true, lost: undefined },
  now,
}

describe('no order is sent on stale data, and the button gives the reason', () => {
  it.each<[string, Partial<Liveness>, RegExp | undefined]>([
    ['all is live', {}, undefined],
    ['another market’s book is not asked for', { book: undefined }, undefined],
    ['the market is gone', { market: undefined }, /not available/],
    ['the market has ended', { market: { ...btc, hasEnded: true }, accountLine: 'NO_ACCOUNT' }, /BTC-USD-PERP has ended/],
    ['the account has not been heard of', { accountLine: undefined }, /account is loading/],
    ['there is no account', { accountLine: 'NO_ACCOUNT', venueLine: 'DISCONNECTED' }, /administrator can connect/],
    ['the venue is silent', { venueLine: 'DISCONNECTED' }, /No data from Paradex/],
    ['the account’s line is down', { accountLine: 'DISCONNECTED' }, /Disconnected from your Paradex account/],
    ['the account cannot be read', { accountLine: 'DISCONNECTED', failure: 'The key was taken away.' }, /key was taken/],
    ['the book was lost', { book: { isKnown: false, lost: 'A message was missed.' } }, /missed/],
    ['the book is not here yet', { book: { isKnown: false, lost: undefined } }, /book is loading/],
    ['no mark', { market: { ...btc, mark: undefined } }, /No price from Paradex/],
    ['a price that is just fresh', { now: now + STALE_MS }, undefined],
    ['a price that is old', { now: now + STALE_MS + 1_000 }, /^Prices are 6.0 s old. Order entry is disabled.$/],
  ])('%s', (_words, more, then) => {
    const words = disabledReasonOf({ ...live, ...more })
    if (then === undefined) expect(words).toBeUndefined()
    else expect(words).toMatch(then)
  })
})

it('21.23 prices are grey after three seconds, and nothing is sent after five', () => {
  const at = (ageMs: number) => freshnessOf(btc, now + ageMs)
  expect([at(3_000), at(3_001), at(5_000), at(5_001)]).toEqual(['FRESH', 'GREY', 'GREY', 'STALE'])
  expect(freshnessOf({ at: undefined }, now)).toBe('STALE')
})

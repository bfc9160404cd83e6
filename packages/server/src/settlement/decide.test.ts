import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Price, Quantity, SettlementRoute } from '@parley/core'
import type { BlockAbsence, Settled, VenueAnswer, Verification } from '@parley/venues'
import { after, NEVER_EXECUTED, nextStep, NOT_IN_TIME, type Learned, type Settlement } from './decide.ts'
import { LONGEST_RETRY_MS, SIGNATURE_LIFE_MS } from './limits.ts'

const AT = 1_800_000_000_000
const LATE = AT + SIGNATURE_LIFE_MS
const verification: Verification = { signature: 'signed', expiresAt: LATE }
const settled: Settled = { venueTradeId: 'BLOCK-1', at: AT, legs: [] }

type Verified = Extract<Settlement, { state: 'VERIFIED' }>
const agreed = { state: 'AGREED', blockAt: AT, attempts: 0, nextAttemptAt: AT } as const satisfies Settlement
const verified = (sent: Verified['sent'], refusedWith?: string): Settlement => ({
  state: 'VERIFIED',
  blockAt: AT,
  attempts: 0,
  nextAttemptAt: AT,
  verification,
  sent,
  ...(refusedWith === undefined ? {} : { refusedWith }),
})
const executed: Settlement = { state: 'EXECUTED', attempts: 0, nextAttemptAt: AT, venueTradeId: 'BLOCK-1' }
const rejected = { state: 'REJECTED', attempts: 0, nextAttemptAt: AT, rejection: 'no funds' } as const satisfies Settlement

describe('7.6 what is done next', () => {
  const table: [given: string, settlement: Settlement, now: number, then: string][] = [
    ['agreed', agreed, AT, 'VERIFY'],
    ['agreed, too late', agreed, LATE, 'REJECT'],
    ['verified, never sent', verified('NEVER'), AT, 'EXECUTE'],
    ['verified, never sent, too late', verified('NEVER'), LATE, 'REJECT'],
    ['verified, perhaps sent', verified('MAYBE'), AT, 'FIND'],
    ['verified, perhaps sent, too late', verified('MAYBE'), LATE, 'FIND'],
    ['verified, not there so far', verified('ABSENT'), AT, 'EXECUTE'],
    ['verified, not there so far, too late', verified('ABSENT'), LATE, 'FIND'],
    ['verified, refused when repeated', verified('MAYBE', 'no funds'), AT, 'FIND'],
    ['executed', executed, AT, 'CONFIRM'],
    ['executed, late', executed, LATE, 'CONFIRM'],
    ['rejected', rejected, AT, 'REJECT'],
  ]
  it.each(table)('%s', (_given, settlement, now, then) => {
    expect(nextStep(settlement, now).do).toBe(then)
  })

  it.each([
    ['agreed', agreed, AT, 'READY'],
    ['agreed, too late', agreed, LATE, 'REJECT'],
    ['ready, never sent', verified('NEVER'), AT, 'EXECUTE'],
    ['ready, perhaps sent', verified('MAYBE'), AT, 'FIND'],
  ] as const)("15.5 with the venue's makers: %s", (_given, settlement, now, then) => {
    expect(nextStep(settlement, now, 'VENUE_RFQ').do).toBe(then)
  })

  it('15.5 is written down as not sent before anything is sent, and its venue’s prices are kept', () => {
    const ready = after(agreed, { of: 'READY' }, AT)
    expect(ready).toMatchObject({ state: 'VERIFIED', sent: 'NEVER' })
    const legs = [{ instrumentName: 'X', price: 5 as Price, quantity: 1 as Quantity }]
    const answer = { outcome: 'DONE', value: { ...settled, legs } } as const
    expect(after(ready, { of: 'EXECUTE', answer }, AT)).toMatchObject({ state: 'EXECUTED', legPrices: [5] })
  })

  it('7.7 gives up with a message when nothing was sent in time', () => {
    expect(nextStep(agreed, LATE)).toEqual({ do: 'REJECT', rejection: NOT_IN_TIME })
  })
})

describe('7.7 what an answer makes of it', () => {
  const done = <T>(value: T): VenueAnswer<T> => ({ outcome: 'DONE', value })
  const no: VenueAnswer<never> = { outcome: 'REJECTED', code: '10009', message: 'no funds' }
  const lost: VenueAnswer<never> = { outcome: 'UNKNOWN', message: 'lost', retryAfterMs: 0 }
  const says = (of: Learned['of'], answer: VenueAnswer<Verification | Settled | BlockAbsence>) => ({ of, answer }) as Learned

  const table: [given: string, settlement: Settlement, learned: Learned, then: string][] = [
    ['verify done', agreed, says('VERIFY', done(verification)), 'VERIFIED NEVER'],
    ['verify refused', agreed, says('VERIFY', no), 'REJECTED no funds'],
    ['verify lost', agreed, says('VERIFY', lost), 'AGREED'],
    ['execute done', verified('NEVER'), says('EXECUTE', done(settled)), 'EXECUTED BLOCK-1'],
    ['execute refused at the first time', verified('NEVER'), says('EXECUTE', no), 'REJECTED no funds'],
    ['execute refused when repeated', verified('ABSENT'), says('EXECUTE', no), 'VERIFIED MAYBE no funds'],
    ['execute lost', verified('NEVER'), says('EXECUTE', lost), 'VERIFIED MAYBE'],
    ['found', verified('MAYBE'), says('FIND', done(settled)), 'EXECUTED BLOCK-1'],
    ['found after all, though refused', verified('MAYBE', 'no funds'), says('FIND', done(settled)), 'EXECUTED BLOCK-1'],
    ['not there so far', verified('MAYBE'), says('FIND', done('NOT_SO_FAR')), 'VERIFIED ABSENT'],
    ['not there so far, though refused', verified('MAYBE', 'no funds'), says('FIND', done('NOT_SO_FAR')), 'VERIFIED MAYBE no funds'],
    ['never happened', verified('MAYBE'), says('FIND', done('NEVER_HAPPENED')), `REJECTED ${NEVER_EXECUTED}`],
    ['never happened, and refused', verified('MAYBE', 'no funds'), says('FIND', done('NEVER_HAPPENED')), 'REJECTED no funds'],
    ['the record cannot be read', verified('MAYBE'), says('FIND', lost), 'VERIFIED MAYBE'],
    ['the venue will not say', verified('MAYBE'), says('FIND', no), 'VERIFIED MAYBE'],
  ]
  it.each(table)('%s', (_given, settlement, learned, then) => {
    expect(inWords(after(settlement, learned, AT))).toBe(then)
  })

  it('waits longer each time, never longer than its maximum, and as long as the venue asks', () => {
    let settlement: Settlement = agreed
    let before = 0
    for (let n = 0; n < 12; n += 1) {
      settlement = after(settlement, says('VERIFY', lost), AT)
      const wait = settlement.nextAttemptAt - AT
      expect(wait).toBeGreaterThanOrEqual(before)
      expect(wait).toBeLessThanOrEqual(LONGEST_RETRY_MS)
      before = wait
    }
    expect(after(agreed, says('VERIFY', { outcome: 'UNKNOWN', message: 'busy', retryAfterMs: 60_000 }), AT).nextAttemptAt).toBe(AT + 60_000)
  })

  function inWords(settlement: Settlement): string {
    switch (settlement.state) {
      case 'AGREED':
        return 'AGREED'
      case 'VERIFIED':
        return ['VERIFIED', settlement.sent, settlement.refusedWith].filter((word) => word !== undefined).join(' ')
      case 'EXECUTED':
        return `EXECUTED ${settlement.venueTradeId}`
      case 'REJECTED':
        return `REJECTED ${settlement.rejection}`
    }
  }
})

/** The worst allowed venue: responses get lost, requests arrive late or never, and our side forgets what it was doing. */
type Mood = 'WELL' | 'LOSES_ANSWER' | 'NEVER_ARRIVES' | 'ARRIVES_LATER' | 'REFUSES' | 'CRASH_BEFORE' | 'CRASH_AFTER'
const moods: readonly Mood[] = ['WELL', 'LOSES_ANSWER', 'NEVER_ARRIVES', 'ARRIVES_LATER', 'REFUSES', 'CRASH_BEFORE', 'CRASH_AFTER']

describe('7.6 never twice, and never told otherwise than it was', () => {
  it('whatever the venue and the network do, the end agrees with the venue’s record', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...moods), { maxLength: 40 }),
        fc.integer({ min: 1, max: 60_000 }),
        fc.boolean(),
        (script, stepMs, isBlock) => {
          const { end, isInRecord } = live(script, stepMs, isBlock ? 'BLOCK' : 'VENUE_RFQ')
          expect(end.state).toBe(isInRecord ? 'EXECUTED' : 'REJECTED')
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

/** Everything in flight arrives before the venue's window ends. After that, the venue executes nothing. */
function live(script: readonly Mood[], stepMs: number, route: SettlementRoute): { end: Settlement; isInRecord: boolean } {
  let settlement: Settlement = agreed
  let now = AT
  let isInRecord = false
  let onItsWay = 0
  const moodsLeft = [...script]
  for (let n = 0; n < 1_000; n += 1) {
    now = Math.max(now + stepMs, settlement.nextAttemptAt)
    if (onItsWay > 0 && n % 3 === 0) {
      onItsWay -= 1
      if (now <= LATE) isInRecord = true
    }
    const step = nextStep(settlement, now, route)
    if (step.do === 'READY') {
      settlement = after(settlement, { of: 'READY' }, now)
      continue
    }
    if (step.do === 'CONFIRM') return { end: settlement, isInRecord }
    if (step.do === 'REJECT') return { end: { ...rejected, rejection: step.rejection }, isInRecord }
    const mood = moodsLeft.shift() ?? 'WELL'
    const crashed = (saved: Settlement): Settlement => (saved.state === 'VERIFIED' ? { ...saved, sent: 'MAYBE' } : saved)
    if (mood === 'CRASH_BEFORE') {
      settlement = crashed(settlement)
      continue
    }
    if (mood === 'ARRIVES_LATER' && step.do === 'EXECUTE') onItsWay += 1
    const learned: Learned = { of: step.do, answer: answerOf(step.do, mood) } as Learned
    settlement = mood === 'CRASH_AFTER' ? crashed(settlement) : after(settlement, learned, now)
  }
  throw new Error('the settlement found no end')

  function answerOf(step: 'VERIFY' | 'EXECUTE' | 'FIND', mood: Mood): VenueAnswer<unknown> {
    const lost = { outcome: 'UNKNOWN', message: mood, retryAfterMs: 0 } as const
    const isLost = mood === 'LOSES_ANSWER' || mood === 'NEVER_ARRIVES' || mood === 'ARRIVES_LATER'
    if (step === 'VERIFY')
      return isLost
        ? lost
        : mood === 'REFUSES'
          ? { outcome: 'REJECTED', code: '1', message: 'no' }
          : { outcome: 'DONE', value: verification }
    if (step === 'FIND') {
      if (isLost || mood === 'REFUSES') return lost
      if (isInRecord) return { outcome: 'DONE', value: settled }
      return { outcome: 'DONE', value: now > LATE ? 'NEVER_HAPPENED' : 'NOT_SO_FAR' }
    }
    if (mood === 'NEVER_ARRIVES' || mood === 'ARRIVES_LATER') return lost
    if (mood === 'REFUSES' || now > LATE) return { outcome: 'REJECTED', code: '1', message: 'no' }
    isInRecord = true
    return mood === 'LOSES_ANSWER' ? lost : { outcome: 'DONE', value: settled }
  }
}

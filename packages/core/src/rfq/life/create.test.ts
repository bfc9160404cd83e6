import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import type { CommandOf, RfqCommand } from '../model/commands.ts'
import { MAX_DRAFTS_PER_DESK, MAX_OPEN_RFQS_PER_DESK, RFQ_LIFETIME_MS } from '../model/limits.ts'
import {
  actor,
  ask,
  cancelRfq,
  decideIn,
  desk,
  facts,
  given,
  KEST,
  LARK,
  MERL,
  NOON,
  outcome,
  rfqId,
  SWFT,
  TAKER,
  theRfq,
  when,
} from '../../../test/fixture.ts'

type Ask = Parameters<typeof ask>[0]
const send = (change: object = {}): CommandOf<'SendDraft'> => ({
  kind: 'SendDraft',
  audience: 'DIRECT',
  actor: actor(TAKER),
  id: rfqId(),
  facts: { ...facts, ...change },
})

// Each row has its own fault and those of all rows below it, so that the table proves the order of precedence.
const faults: [rule: string, fault: string, change: Ask, refused: string, field: string, message: string][] = [
  [
    '4.1',
    'it asks itself',
    { makers: [TAKER, SWFT] },
    'OwnDesk',
    'counterparties',
    'A desk cannot send an RFQ to itself. Choose other desks.',
  ],
  [
    '4.2',
    'it asks for nothing',
    { quantity: quantity('0') },
    'QuantityBelowBlockMinimum',
    'quantity',
    'The quantity must be at least 25, the minimum block of this structure.',
  ],
  [
    '4.2',
    'it asks for a little',
    { quantity: quantity('24.95') },
    'QuantityBelowBlockMinimum',
    'quantity',
    'The quantity must be at least 25, the minimum block of this structure.',
  ],
  [
    '4.3',
    'it is between two steps',
    { quantity: quantity('25.05') },
    'QuantityOffIncrement',
    'quantity',
    'The quantity must be a multiple of 0.1.',
  ],
  [
    '4.4',
    'it names desks that may not be asked',
    { makers: [SWFT, KEST, desk('ZORN')] },
    'CounterpartyNotEligible',
    'counterparties',
    'Not an approved market maker with an account at this venue: SWFT, ZORN; choose among KEST, LARK, MERL.',
  ],
  [
    '4.6',
    'two makers are too few',
    { makers: [KEST, KEST, LARK] },
    'AnonymousNeedsThreeMakers',
    'counterparties',
    'To send an Anonymous RFQ, please select at least 3x LPs',
  ],
  [
    '4.8',
    'ten minutes are not offered',
    { goodForMs: 600_000 },
    'LifetimeNotOffered',
    'good_for_seconds',
    'The lifetime of an RFQ must be 1 minute, 5 minutes, 15 minutes, 30 minutes or 1 hour.',
  ],
]

function refusalOf(command: RfqCommand) {
  const answer = decideIn(given(), command, NOON)
  return isRefusal(answer) ? answer : undefined
}

describe('a request comes to be', () => {
  it.each(faults)('%s %s', (rule, _fault, change, refused, field, message) => {
    expect(refusalOf(ask({ isTakerAnonymous: true, ...change }))).toEqual({ refused, rule, field, message })
  })

  it('4.13 the first fault of several is reported', () => {
    const change = { isTakerAnonymous: true, facts: { ...facts, draftsOfDesk: 20 } }
    for (let first = 0; first < faults.length; first++) {
      const both = faults.slice(first).reduceRight<NonNullable<Ask>>((all, [, , fault]) => ({ ...all, ...fault }), change)
      expect(refusalOf(ask({ as: 'DRAFT', ...both }))?.refused).toBe(faults[first]![3])
    }
  })

  it('4.4 with no eligible makers, the refusal states so', () => {
    expect(refusalOf(ask({ facts: { ...facts, eligibleMakers: [] } }))?.message).toContain('no desk is eligible at present')
  })

  it('4.5 without named makers, every eligible desk is asked, and never the taker', () => {
    const market = given(ask({ makers: [], facts: { ...facts, eligibleMakers: [KEST, TAKER, LARK] } }))
    expect(theRfq(market).makers).toEqual([KEST, LARK])
  })

  // Proves W 2.13.
  it('4.5 without named or eligible makers it is refused', () => {
    expect(refusalOf(ask({ makers: [], facts: { ...facts, eligibleMakers: [TAKER] } }))).toEqual({
      refused: 'CounterpartyMissing',
      rule: '4.5',
      message: 'At least one counterparty must be specified',
      field: 'counterparties',
    })
  })

  it('4.5 a desk named twice is asked once', () => {
    expect(theRfq(given(ask({ makers: [LARK, KEST, LARK] }))).makers).toEqual([LARK, KEST])
  })

  it('4.6 three makers are enough for an anonymous request, named or not', () => {
    for (const makers of [[], [KEST, LARK, MERL]]) expect(outcome(given(), ask({ makers, isTakerAnonymous: true }))).toBe('RfqCreated')
  })

  it('4.2, 4.3 the smallest block itself is enough', () => {
    expect(outcome(given(), ask({ quantity: quantity('25') }))).toBe('RfqCreated')
  })

  it('4.8 a request lives 300 seconds', () => {
    const rfq = theRfq(given(ask({ label: 'my spread' })))
    expect(rfq).toMatchObject({ state: 'OPEN', label: 'my spread', createdAt: NOON, expiresAt: NOON + 300_000 })
  })

  it.each([
    [60_000, 60_000],
    [300_000, undefined],
    [900_000, 900_000],
    [1_800_000, 1_800_000],
    [3_600_000, 3_600_000],
  ])('4.8 a request that its taker sends for %s ms lives so long, and only another time than the usual one is kept', (goodForMs, kept) => {
    const rfq = theRfq(given(ask({ goodForMs })))
    expect([rfq.expiresAt, rfq.goodForMs]).toEqual([NOON + goodForMs, kept])
  })

  it.each([0, -60_000, 59_999, 300_001, 3_600_001, NaN, Infinity])('4.8 no request lives %s ms', (goodForMs) => {
    expect(refusalOf(ask({ goodForMs }))).toMatchObject({ refused: 'LifetimeNotOffered', rule: '4.8' })
  })

  it('9.1 a desk keeps at most 20 drafts', () => {
    const full = { ...facts, draftsOfDesk: MAX_DRAFTS_PER_DESK }
    expect(refusalOf(ask({ as: 'DRAFT', facts: full }))).toMatchObject({ refused: 'TooManyDrafts', rule: '9.1' })
    expect(outcome(given(), ask({ as: 'DRAFT', facts: { ...facts, draftsOfDesk: MAX_DRAFTS_PER_DESK - 1 } }))).toBe('RfqCreated')
    expect(outcome(given(), ask({ facts: full }))).toBe('RfqCreated')
  })

  it('9.2 a desk has at most 200 requests open in one market, its drafts not counted', () => {
    const asks = Array.from({ length: MAX_OPEN_RFQS_PER_DESK }, (_, n) => ask({ id: rfqId(n + 10) }))
    const market = given(...asks, ask({ id: rfqId(2), as: 'DRAFT' }))
    expect(outcome(market, ask())).toBe('TooManyOpenRfqs')
    expect(outcome(market, { ...send(), id: rfqId(2) })).toBe('TooManyOpenRfqs')
    expect(outcome(market, ask({ as: 'DRAFT' }))).toBe('RfqCreated')
    when(market, { ...cancelRfq, id: rfqId(10) })
    expect(outcome(market, ask())).toBe('RfqCreated')
  })
})

describe('a draft', () => {
  it.each(faults)('%s is refused when %s, as a request is', (rule, _fault, change, refused) => {
    expect(refusalOf(ask({ as: 'DRAFT', isTakerAnonymous: true, ...change }))).toMatchObject({ refused, rule })
  })

  it('4.7 is checked again when it is sent, with the figures of that moment', () => {
    const market = given(ask({ as: 'DRAFT' }))
    expect(outcome(market, send({ minimumBlock: quantity('101') }))).toBe('QuantityBelowBlockMinimum')
    expect(outcome(market, send({ quantityIncrement: quantity('30') }))).toBe('QuantityOffIncrement')
    expect(outcome(market, send({ eligibleMakers: [KEST] }))).toBe('CounterpartyNotEligible')
    expect(outcome(market, send({ draftsOfDesk: MAX_DRAFTS_PER_DESK }))).toBe('DraftSent')
  })

  it('4.7, 4.8 lives the time that was chosen for it from when it is sent', () => {
    const market = given(ask({ as: 'DRAFT', goodForMs: 1_800_000 }))
    const later = (NOON + 3_600_000) as Instant
    when(market, send(), later)
    expect(theRfq(market)).toMatchObject({ state: 'OPEN', goodForMs: 1_800_000, expiresAt: later + 1_800_000 })
  })

  it('4.7 lives its 300 seconds from when it is sent, and asks whom that moment allows', () => {
    const market = given(ask({ as: 'DRAFT', makers: [] }))
    expect(theRfq(market).makers).toEqual([])
    const later = (NOON + 3_600_000) as Instant
    when(market, send({ eligibleMakers: [MERL], minimumBlock: quantity('50') }), later)
    expect(theRfq(market)).toMatchObject({
      state: 'OPEN',
      makers: [MERL],
      minimumBlock: quantity('50'),
      expiresAt: later + RFQ_LIFETIME_MS,
      createdAt: NOON,
    })
  })
})

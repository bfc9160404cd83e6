import type { CancelCause, Order } from '@parley/client'
import { parsePrice, type Price, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { idOf, instruments, marks, FORWARD, NEAR } from '../../../../test/chain-example.ts'
import { bookRfqOf, legOf, levelOf, orderOf, rfqOf } from '../../../../test/model.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { structureOf } from '../builder/builder-summary.ts'
import { cancelReasonText, nothingKnown, reasonText } from '../cancel-reasons.ts'
import { checkMakerQuotes, type MakerDraft } from '../rules/check-direct.ts'
import { followWords } from './live-quote-labels.ts'
import { inSafeOrder, isOvertaken, quoteButtonLabel, roomOf, wholeQuantity } from './quote-lines.ts'
import { refusalsOf, refusedText } from './line-refusals.ts'
import { sideOutcome, type SidePress } from './side-outcome.ts'
import { openQuotes } from './use-quoting.ts'
import { hitCost, hitOf, hitLabel, limitText, takerLimits } from './taker-limits.ts'

const call = idOf(NEAR, 100_000, 'CALL')
const structure: Structure = structureOf([{ instrumentId: call, side: 'BUY', ratio: '1' }], instruments)!
const now = NEAR - 30 * 86_400_000
const markOf = (id: number) => markFromWire(marks.get(id), FORWARD, now)
const rfq = rfqOf({
  quantity: '100',
  legs: [legOf({ instrumentId: call, instrumentName: instruments.get(call)!.name })],
  createdAt: now - 1_000,
  updatedAt: now - 1_000,
  expiresAt: now + 299_000,
})
const own = (side: 'BUY' | 'SELL', price: string, more: Partial<Order> = {}): Order =>
  orderOf({ id: `o_${side}`, side, price, quantity: '100', legPrices: [{ instrumentId: call, instrumentName: '', price }], ...more })

describe('22.5 the quotes of a maker’s ticket', () => {
  it('22.5 are the desk’s own resting quotes; the parts of its net price for a list are hidden orders and not among them', () => {
    const part = own('SELL', '0.031', { id: 'part', isHidden: true })
    const ended = own('BUY', '0.02', { id: 'ended', state: 'CLOSED' as Order['state'], resting: '0' })
    expect(openQuotes([part, own('SELL', '0.045'), ended])).toEqual({ SELL: own('SELL', '0.045') })
    expect(openQuotes([part])).toEqual({})
  })
})

describe('8.4 a taker’s limit in a maker’s ticket', () => {
  const bid = levelOf({ id: 'l_1', side: 'BUY', price: '0.042', quantity: '60', deskName: 'AMBR' })
  const facts = { wanted: '100', open: {}, structure, markOf }

  it('is shown only to a maker of an open direct RFQ, with desk, price and quantity', () => {
    expect(takerLimits(rfq, [bid])).toEqual([bid])
    expect(takerLimits({ ...rfq, role: 'TAKER' }, [bid])).toEqual([])
    expect(takerLimits({ ...rfq, state: 'CLOSED' }, [bid])).toEqual([])
    expect(takerLimits(bookRfqOf(), [bid])).toEqual([])
    expect(limitText(bid, 4)).toBe('AMBR bids 0.0420 for 60')
    expect(limitText({ ...bid, side: 'SELL', quantity: '1000' }, 4)).toBe('AMBR offers 0.0420 for 1,000')
  })

  it('8.5 names no desk if the taker is anonymous', () =>
    expect(limitText({ ...bid, deskName: undefined }, 4)).toBe('The taker bids 0.0420 for 60'))

  it('is hit by an order on the other side, at its price and for its quantity or the ticket’s, whichever is less', () => {
    const hit = (wanted: string) => hitOf(bid, { ...facts, wanted })
    expect(hit('100')).toMatchObject({ state: 'CAN', side: 'SELL', price: '0.042', quantity: '60', draft: { quantity: '60', replaces: undefined } }) // prettier-ignore
    expect(hit('25')).toMatchObject({ quantity: '25', draft: { quantity: '25' } })
    expect(hit('')).toMatchObject({ state: 'CANNOT', reason: 'Enter the ask quantity.' })
    expect(hitOf(bid, { ...facts, wanted: undefined })).toMatchObject({ state: 'CANNOT' })
  })

  it('5.3 5.15 is hit by the desk’s own resting quote on that side, with its filled part added to the quantity', () => {
    const open = { SELL: own('SELL', '0.045', { resting: '80', filled: '20', agreed: '20' }) }
    expect(hitOf(bid, { ...facts, open })).toMatchObject({ quantity: '60', draft: { quantity: '80', replaces: 'o_SELL' } })
  })

  it('shows in the button what is sent, its premium, and its hedge', () => {
    expect(hitLabel({ side: 'SELL', quantity: '1000', price: '0.1098' }, 4)).toBe('sell 1,000 @ 0.1098')
    expect(hitCost({ side: 'SELL', quantity: '1000', price: '0.1098' }, rfq)).toBe('get 109.8000 BTC')
    expect(hitCost({ side: 'BUY', quantity: '10', price: '0.05' }, rfq)).toBe('pay 0.5000 BTC')
    expect(hitCost({ side: 'SELL', quantity: '10', price: '-0.05' }, rfq)).toBe('pay 0.5000 BTC')
    const hedge = legOf({ instrumentName: 'BTC-PERPETUAL', productCode: 'CF', ratio: '10000', side: 'SELL', price: '91482' })
    const hedged = { ...rfq, kind: 'OPTION_FUTURE' as const, legs: [...rfq.legs, hedge] }
    expect(hitCost({ side: 'SELL', quantity: '10', price: '0.05' }, hedged)).toBe('get 0.5000 BTC + buy $100,000 PERP')
  })
})

describe('the server’s check of a maker’s quote, before it is sent', () => {
  const draft = (side: 'BUY' | 'SELL', price: string, quantity: string, replaces?: string): MakerDraft => ({
    side,
    legPrices: [parsePrice(price) as Price],
    quantity,
    replaces,
  })
  const facts = { rfq, structure, minimum: '25', increment: '0.1', open: [] as readonly Order[], limits: [], now }
  const ruleOf = (drafts: readonly MakerDraft[], more: Partial<typeof facts> = {}) =>
    checkMakerQuotes(drafts, { ...facts, ...more }).map(({ refused }) => refused?.rule)

  const refusals: readonly (readonly [what: string, MakerDraft, rule: string | undefined])[] = [
    ['a whole quote', draft('BUY', '0.04', '100'), undefined],
    ['no quantity', draft('BUY', '0.04', ''), '5.4'],
    ['less than the minimum block', draft('BUY', '0.04', '10'), '5.4'],
    ['more than is asked for', draft('BUY', '0.04', '101'), '5.4'],
    ['off the increment', draft('BUY', '0.04', '25.05'), '5.4'],
    ['a leg off its tick', draft('BUY', '0.04001', '25'), '5.5'],
    ['a second quote on a side', draft('SELL', '0.046', '25'), '5.3'],
    ['through its own ask', draft('BUY', '0.045', '25'), '5.8'],
  ]
  it.each(refusals)('judges %s', (_what, one, rule) => expect(ruleOf([one], { open: [own('SELL', '0.045')] })).toEqual([rule]))

  it('4.8 refuses a quote after the RFQ has expired', () => expect(ruleOf([draft('BUY', '0.04', '25')], { now: now + 300_000 })).toEqual(['4.8'])) // prettier-ignore

  it('5.8 accepts a quote that moves past its old prices, because the side that makes room goes first', () => {
    const open = { BUY: own('BUY', '0.04'), SELL: own('SELL', '0.041') }
    const moved = [draft('BUY', '0.042', '100', 'o_BUY'), draft('SELL', '0.043', '100', 'o_SELL')]
    const priced = moved.map((one, place) => ({ ...one, price: ['0.042', '0.043'][place]! }))
    expect(ruleOf(moved, { open: Object.values(open) })).toEqual(['5.8', undefined])
    const ordered = inSafeOrder(priced, open)
    expect(ordered.map(({ side }) => side)).toEqual(['SELL', 'BUY'])
    expect(ruleOf(ordered, { open: Object.values(open) })).toEqual([undefined, undefined])
    const down = moved.map((one, place) => ({ ...one, price: ['0.038', '0.039'][place]! }))
    expect(inSafeOrder(down, open).map(({ side }) => side)).toEqual(['BUY', 'SELL'])
  })

  it('5.10 shows that a quote which reaches the taker’s limit trades immediately', () => {
    const limits = [levelOf({ id: 'l_1', side: 'BUY', price: '0.042', quantity: '60' })]
    const [verdict] = checkMakerQuotes([draft('SELL', '0.042', '100')], { ...facts, limits: limits as never })
    expect(verdict).toMatchObject({ refused: undefined, deals: [{ price: '0.042', quantity: '60' }], rests: '40' })
  })
})

describe('the quantity of a quote that is replaced', () => {
  it('5.15 is the resting part plus the filled part, and 5.4 allows no more than was asked', () => {
    const held = own('SELL', '0.045', { quantity: '100', resting: '70' })
    expect(wholeQuantity('25', held)).toBe('55')
    expect(wholeQuantity('25', undefined)).toBe('25')
    expect(wholeQuantity('', held)).toBe('')
    expect(roomOf(rfq, held)).toBe('70')
    expect(roomOf(rfq, undefined)).toBe('100')
  })

  it('5.4 is offered with the remaining quantity after a trade, on both sides, and reduces a larger typed one', () => {
    const dealt = { ...rfq, filled: '20', pending: '10' }
    expect([roomOf(dealt, undefined), roomOf(dealt, own('BUY', '0.04', { quantity: '100', resting: '100' }))]).toEqual(['70', '70'])
    expect(roomOf({ ...rfq, filled: '30' }, own('SELL', '0.045', { quantity: '100', resting: '60' }))).toBe('60')
    const typed = (quantity: string | undefined) => isOvertaken({ quantity, left: '100' }, '70')
    expect([typed('80'), typed('70'), typed(''), typed(undefined)]).toEqual([true, false, false, false])
    expect(isOvertaken({ quantity: '80', left: '70' }, '70')).toBe(false)
  })

  it('is shown in the button, next to what it replaces', () => {
    const line = (side: 'BUY' | 'SELL', price: string, rests: string) => ({ side, price, rests })
    const both = [line('SELL', '0.0424', '25'), line('BUY', '0.0404', '25')]
    expect(quoteButtonLabel(both, {}, 4)).toEqual(['Quote 0.0404 / 0.0424', '25 each side'])
    expect(quoteButtonLabel([line('SELL', '0.0424', '1000')], {}, 4)).toEqual(['Quote — / 0.0424', '1,000 asked'])
    const open = { SELL: own('SELL', '0.0423') }
    expect(quoteButtonLabel([both[0]!, line('BUY', '0.0404', '12.5')], open, 4)).toEqual([
      'Replace quote 0.0404 / 0.0424',
      '12.5 bid, 25 asked · was — / 0.0423',
    ])
  })
})

describe('values that follow the mark', () => {
  const entry = { BUY: { price: '0.0405' }, SELL: { price: '0.0425' } }
  const live = { BUY: own('BUY', '0.0404'), SELL: own('SELL', '0.0424') }

  it('are the entry, and the live quote next to it shows how far it is behind', () => {
    expect(followWords(true, entry, {}, 4)).toEqual({ entry: 'Entry follows the mark', live: undefined, isBehind: false })
    expect(followWords(true, entry, live, 4)).toEqual({
      entry: 'Entry follows the mark',
      live: 'Live 0.0404 / 0.0424 is 0.0001 behind',
      isBehind: true,
    })
    expect(followWords(true, { BUY: { price: '0.0404' }, SELL: { price: undefined } }, live, 4)).toMatchObject({
      live: 'Live 0.0404 / 0.0424 is at the entry',
      isBehind: false,
    })
  })

  it('are none if prices were typed', () =>
    expect(followWords(false, entry, { BUY: live.BUY }, 4)).toEqual({
      entry: 'Entry is fixed',
      live: 'Live 0.0404 / — is 0.0001 from the entry',
      isBehind: false,
    }))
})

describe('10 each side of a quote has its own outcome', () => {
  const press = (more: Partial<SidePress> = {}): SidePress => ({
    words: 'Bid 5 @ 0.0404',
    pressedAt: 10,
    notAfter: 3_010,
    answeredAt: 11,
    refusal: undefined,
    ...more,
  })
  const say = (orders: readonly Order[], one?: SidePress, by = nothingKnown) => {
    const outcome = sideOutcome('BUY', { press: one, orders, decimals: 4, pulledBy: () => by })
    return outcome === undefined ? undefined : [outcome.tone, outcome.words, outcome.at, outcome.more]
  }
  const closed = (more: Partial<Order>): Order => own('BUY', '0.0404', { state: 'CLOSED', resting: '0', updatedAt: 20, ...more })

  it('from sending to the latest event', () => {
    expect(say([])).toBeUndefined()
    expect(say([], press({ answeredAt: undefined }))).toEqual(['SENT', 'Bid 5 @ 0.0404 sent', 10, undefined])
    expect(say([own('BUY', '0.0404', { updatedAt: 11 })], press())).toEqual(['DONE', 'Bid 100 @ 0.0404 accepted', 11, undefined])
    expect(say([own('BUY', '0.0404', { resting: '70', agreed: '30', updatedAt: 15 })], press())).toEqual(['DONE', 'Bid bought 30, 70 @ 0.0404 rests', 15, undefined]) // prettier-ignore
    expect(say([closed({ agreed: '100' })], press())).toEqual(['DONE', 'Bid bought 100 @ 0.0404', 20, undefined])
    expect(say([closed({ agreed: '30', canceled: '70', cancelCause: 'USER' })])).toEqual([
      'GONE',
      'Bid bought 30 @ 0.0404, 70 cancelled',
      20,
      'by your desk',
    ])
  })

  it('shows a refusal with its reason and the order that is still live, until the next event', () => {
    const refused = press({ answeredAt: 30, refusal: { words: 'The quantity is 25 or more.', of: 'BOTH' } })
    const stands = own('BUY', '0.0402', { updatedAt: 5 })
    expect(say([], refused)).toEqual(['REFUSED', 'Bid 5 @ 0.0404 rejected', 30, 'The quantity is 25 or more.'])
    expect(say([stands], refused)?.[3]).toBe('The quantity is 25 or more. 100 @ 0.0402 still rests.')
    expect(say([closed({ canceled: '100', cancelCause: 'PROTECTION', updatedAt: 40 })], refused, { ...nothingKnown, limit: 'q30' })).toEqual(['GONE', 'Bid cancelled', 40, 'by q30']) // prettier-ignore
  })

  it('5.23 shows for an unchanged side which one was refused, without a tick', () => {
    const left = press({ answeredAt: 30, refusal: { words: 'The other side was refused.', of: 'OTHER_SIDE' } })
    const why = 'The ask was rejected, so neither side was changed. 100 @ 0.0402 still rests.'
    expect(say([own('BUY', '0.0402', { updatedAt: 5 })], left)).toEqual(['REFUSED', 'Bid 5 @ 0.0404 not placed', 30, why])
  })

  it('5.23 shows why both lines were refused, and that neither was changed only if that is known', () => {
    const lines = [{ words: 'Bid 5 @ 0.0404' }, { words: 'Ask 5 @ 0.0424' }]
    const refusal = (error: string, message: string) => ({ refusal: { code: 1, error, message } })
    const say = (...verdicts: Parameters<typeof refusalsOf>[0][number][]) => refusedText(lines, refusalsOf(verdicts))
    const small = refusal('QuantityBelowBlockMinimum', '25 or more.')
    const taken = { refusal: undefined }
    expect(say(taken, taken)).toBe('')
    expect(say(small, refusal('OtherSideRefused', 'The other side.'))).toBe(
      'Neither side was changed. Bid 5 @ 0.0404 rejected: 25 or more.',
    )
    expect(say(small, small)).toBe('Neither side was changed. Bid 5 @ 0.0404 rejected: 25 or more. Ask 5 @ 0.0424 rejected: 25 or more.')
    expect(say(small, taken)).toBe('Bid 5 @ 0.0404 rejected: 25 or more.')
    const away = refusal('Unavailable', 'DBT-BTC is away.')
    expect(say(away, away)).toBe('Bid 5 @ 0.0404 rejected: DBT-BTC is away. Ask 5 @ 0.0424 rejected: DBT-BTC is away.')
  })

  it('shows nothing about the other side, nor about an older quote while one rests', () => {
    expect(say([own('SELL', '0.045')])).toBeUndefined()
    expect(say([own('BUY', '0.04', { id: 'o_2', updatedAt: 3 }), closed({ canceled: '100' })])?.[1]).toBe('Bid 100 @ 0.0400 accepted')
  })
})

describe('8.11 who cancelled a quote', () => {
  it('is shown for every cause, by name if the screen knows it', () => {
    const causes: readonly CancelCause[] = ['USER', 'MASS_CANCEL', 'DISCONNECT', 'DEAD_MAN', 'ACCESS_ENDED', 'DECLINED', 'RFQ_FILLED', 'RFQ_EXPIRED', 'RFQ_CANCELED', 'LIFETIME_ENDED'] // prettier-ignore
    for (const cause of causes) expect(cancelReasonText(cause)).toMatch(/^(by|because|with) /)
    expect(cancelReasonText('USER', { ...nothingKnown, isCancelledHere: true })).toBe('by you')
    expect(cancelReasonText('USER', { ...nothingKnown, isCancelledHere: false })).toBe('by your desk, in another window or by a program')
    expect(cancelReasonText('PROTECTION')).toBe('by a protection of your desk')
    expect(cancelReasonText('TRADING_STOPPED', { ...nothingKnown, stoppedBy: 'Lena' })).toBe('by Lena (kill switch)')
    expect(cancelReasonText(undefined)).toBe('')
  })

  it('is not in a history without cancellations', () => {
    expect(reasonText({ canceled: '0', cancelCause: undefined })).toBe('')
    expect(reasonText({ canceled: '5', cancelCause: 'DEAD_MAN' })).toBe('Cancelled by the dead man’s switch')
  })

  it('is a sentence of its own in a history', () => {
    const not = { canceled: '5', cancelCause: 'NOT_FILLED_AT_ONCE', unfilledReason: 'NO_LIQUIDITY' } as const
    expect(reasonText(not)).toBe('Not filled: nothing was available within its limit')
    expect(reasonText({ ...not, agreed: '2' })).toBe('Rest not filled: nothing was available within its limit')
    expect(reasonText({ ...not, unfilledReason: undefined })).toBe('Cancelled because it did not fill immediately')
    expect(reasonText({ agreed: '2', canceled: '5', cancelCause: 'RFQ_EXPIRED' })).toBe('Rest cancelled because the RFQ has expired')
  })
})

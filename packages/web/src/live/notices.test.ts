import { describe, expect, it } from 'vitest'
import { orderOf, rfqOf, tradeOf } from '../../test/model.ts'
import { canceledRfqNotices, lossNotices, noticesFor, type Notice, soundOf, tradeNotices } from './notices.ts'

const notice = (key: string): Notice => ({ key, of: 'FILL', tone: 'info', title: key, text: '', rfq: { audience: 'DIRECT', id: 'r1' } })
const request = notice('new-rfq')
const fill = notice('trade-7')
const all = {
  visual_notifications_enabled: true,
  audio_notifications_enabled: true,
  visual_mobile_notifications_enabled: true,
  audio_mobile_notifications_enabled: true,
  email_notifications_enabled: true,
  trading_notifications_enabled: true,
}

describe('notices for a user', () => {
  // Proves A 1.20, T 3.7.
  it.each([
    ['all of it', {}, 'computer', [request, fill], true, true],
    ['without sound', { audio_notifications_enabled: false }, 'computer', [request, fill], true, false],
    ['without messages', { visual_notifications_enabled: false }, 'computer', [request, fill], false, true],
    ['new RFQs only', { trading_notifications_enabled: false }, 'computer', [request], true, true],
    ['on a phone by its own switches', { visual_mobile_notifications_enabled: false }, 'phone', [request, fill], false, true],
    ['on a phone without sound', { audio_mobile_notifications_enabled: false }, 'phone', [request, fill], true, false],
    ['on a phone whatever a computer does', { visual_notifications_enabled: false }, 'phone', [request, fill], true, true],
  ] as const)('%s', (_what, change, device, notices, isShown, hasSound) => {
    expect(noticesFor({ ...all, ...change }, device, [request, fill])).toEqual({ notices, isShown, hasSound })
  })
  // Proves A 8.30.
  it('always includes that market maker protection has cancelled quotes', () => {
    const pulled: Notice = { ...notice('protection-MMP'), isNeverSilenced: true }
    const off = { ...all, trading_notifications_enabled: false, visual_notifications_enabled: false }
    expect(noticesFor(off, 'computer', [pulled, fill]).notices).toEqual([pulled])
  })
})

describe('a notice about a trade', () => {
  it.each([
    ['while it settles: when it was agreed', { state: 'PENDING_SETTLEMENT' }, 1_000],
    ['once settled: when the venue settled it', { state: 'FILLED', filledAt: 1_700 }, 1_700],
    ['a rejection: when it arrived', { state: 'REJECTED' }, undefined],
  ] as const)('has the time of the venue, %s', (_what, change, at) => {
    const trade = tradeOf({ executedAt: 1_000, ...change })
    const received = { trades: [{ event: 'UPDATED', audience: 'DIRECT', seqGroup: 1, seqNum: 1, data: trade } as const] }
    expect(tradeNotices({ trades: new Map() }, received).map((one) => one.at)).toEqual([at])
  })
})

describe('the sound of several things at once', () => {
  const both = [{ of: 'QUOTE' }, { of: 'FILL' }] as const
  it.each([
    ['of the most important', {}, 'FILL'],
    ['not of one that is switched off', { sounds: { FILL: false } }, 'QUOTE'],
    ['none where all are off', { sounds: { FILL: false, QUOTE: false } }, undefined],
    ['whatever another version kept there', { sounds: 'loud' }, 'FILL'],
  ] as const)('is %s', (_what, preferences, sound) => expect(soundOf(preferences, both)).toBe(sound))
})

describe('8.11 cancellations that the user did not request', () => {
  const held = [orderOf({ id: 'o_1' }), orderOf({ id: 'o_2', side: 'SELL' })]
  const before = { orders: new Map(held.map((order) => [order.id, order])) }
  const gone = (cancelCause: 'DEAD_MAN' | 'USER', orders = held) => ({
    orders: orders.map((order) => ({
      ...{ event: 'REMOVED' as const, audience: 'DIRECT' as const, seqGroup: 1, seqNum: 1 },
      data: { ...order, state: 'CLOSED' as const, resting: '0', canceled: order.quantity, cancelCause },
    })),
  })

  it('are reported with the name of a colleague, and not if the owner cancelled', () => {
    const by = (isSender: boolean, cancelCause: 'USER' | 'TRADING_STOPPED') =>
      gone(
        cancelCause as 'USER',
        held.map((order) => ({ ...order, canceledBy: { name: 'Lena Fox', isSender } })),
      )
    expect(lossNotices(before, by(false, 'USER')).map(({ title }) => title)).toEqual(['2 orders cancelled by Lena Fox'])
    expect(lossNotices(before, by(false, 'TRADING_STOPPED')).map(({ title }) => title)).toEqual([
      '2 orders cancelled by Lena Fox (kill switch)',
    ])
    expect(lossNotices(before, by(true, 'USER'))).toEqual([])
  })

  it('are reported in one message per cause, and not if a person or program of the desk cancelled its own', () => {
    expect(lossNotices(before, gone('DEAD_MAN')).map(({ title, text }) => [title, text])).toEqual([
      ['2 orders cancelled by the dead man’s switch', 'DBT · Call and 1 more'],
    ])
    expect(lossNotices(before, gone('USER'))).toEqual([])
    expect(lossNotices({ orders: new Map() }, gone('DEAD_MAN'))).toEqual([])
  })
})

describe('8.14 an RFQ of the desk that is cancelled', () => {
  const open = rfqOf({ id: 'r_1', role: 'TAKER', state: 'OPEN' })
  const before = { rfqs: new Map([[open.id, open]]) }
  const titlesAfter = (change: Partial<typeof open>, known = before) =>
    canceledRfqNotices(known, {
      rfqs: [{ event: 'REMOVED', audience: 'DIRECT', seqGroup: 1, seqNum: 1, data: { ...open, state: 'CLOSED', ...change } }],
    }).map(({ title }) => title)
  const by = (isSender: boolean) => ({ name: 'Lena Fox', isSender })

  it.each([
    ['by a colleague', { cancelCause: 'USER', canceledBy: by(false) }, ['RFQ cancelled by Lena Fox']],
    ['by the kill switch', { cancelCause: 'TRADING_STOPPED', canceledBy: by(false) }, ['RFQ cancelled by Lena Fox (kill switch)']],
    ['with its connection', { cancelCause: 'DISCONNECT' }, ['RFQ cancelled because a connection was lost']],
    ['by the one who had asked', { cancelCause: 'USER', canceledBy: by(true) }, []],
    ['by nobody: it expired', { closedReason: 'EXPIRED' }, []],
    ['by another desk, which is no taker here', { cancelCause: 'USER', canceledBy: by(false), role: 'MAKER' }, []],
  ] as const)('%s', (_how, change, titles) => expect(titlesAfter(change)).toEqual(titles))

  it('offers to ask again, if it is a single one', () => {
    const gone = (rfq: typeof open) => ({
      ...{ event: 'REMOVED' as const, audience: 'DIRECT' as const, seqGroup: 1, seqNum: 1 },
      data: { ...rfq, state: 'CLOSED' as const, cancelCause: 'DISCONNECT' as const },
    })
    const other = { ...open, id: 'r_2' }
    const known = { rfqs: new Map([open, other].map((rfq) => [rfq.id, rfq])) }
    const nextOf = (...rfqs: readonly (typeof open)[]) => canceledRfqNotices(known, { rfqs: rfqs.map(gone) })[0]?.next
    expect(nextOf(open)).toMatchObject({ kind: 'ASK_AGAIN', rfq: { id: 'r_1' } })
    expect(nextOf(open, other)).toBeUndefined()
  })

  it('is reported once', () => expect(titlesAfter({ cancelCause: 'DISCONNECT' }, { rfqs: new Map() })).toEqual([]))
})

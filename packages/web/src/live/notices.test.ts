import { describe, expect, it } from 'vitest'
import { orderOf } from '../../test/model.ts'
import { lossNotices, noticesFor, type Notice, soundOf } from './notices.ts'

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

describe('what a person is told', () => {
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

describe('8.11 what nobody pressed', () => {
  const held = [orderOf({ id: 'o_1' }), orderOf({ id: 'o_2', side: 'SELL' })]
  const before = { orders: new Map(held.map((order) => [order.id, order])) }
  const gone = (cancelCause: 'DEAD_MAN' | 'USER', orders = held) => ({
    orders: orders.map((order) => ({
      ...{ event: 'REMOVED' as const, audience: 'DIRECT' as const, seqGroup: 1, seqNum: 1 },
      data: { ...order, state: 'CLOSED' as const, resting: '0', canceled: order.quantity, cancelCause },
    })),
  })

  it('is said of what somebody else pulled, with their name, and not of what its sender pulled', () => {
    const by = (isSender: boolean, cancelCause: 'USER' | 'TRADING_STOPPED') =>
      gone(
        cancelCause as 'USER',
        held.map((order) => ({ ...order, canceledBy: { name: 'Lena Fox', isSender } })),
      )
    expect(lossNotices(before, by(false, 'USER')).map(({ title }) => title)).toEqual(['2 orders pulled by Lena Fox'])
    expect(lossNotices(before, by(false, 'TRADING_STOPPED')).map(({ title }) => title)).toEqual([
      '2 orders pulled by Lena Fox (kill switch)',
    ])
    expect(lossNotices(before, by(true, 'USER'))).toEqual([])
  })

  it('is said in one message for each cause, and what a person or a program of the desk pulled is not', () => {
    expect(lossNotices(before, gone('DEAD_MAN')).map(({ title, text }) => [title, text])).toEqual([
      ['2 orders pulled by the dead man’s switch', 'DBT · Call and 1 more'],
    ])
    expect(lossNotices(before, gone('USER'))).toEqual([])
    expect(lossNotices({ orders: new Map() }, gone('DEAD_MAN'))).toEqual([])
  })
})

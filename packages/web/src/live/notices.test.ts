import { describe, expect, it } from 'vitest'
import { noticesFor, type Notice } from './notices.ts'

const notice = (key: string): Notice => ({ key, tone: 'info', title: key, text: '', rfq: { audience: 'DIRECT', id: 'r1' } })
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

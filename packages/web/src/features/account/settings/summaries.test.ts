import type { UserView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { missingSummary, notificationSummary, securitySummary } from './summaries.ts'

const silent = {
  audio_notifications_enabled: false,
  visual_notifications_enabled: false,
  visual_mobile_notifications_enabled: false,
  audio_mobile_notifications_enabled: false,
  email_notifications_enabled: false,
} as UserView

describe('a line of the main view shows', () => {
  it.each([
    [{ audio_notifications_enabled: true, visual_notifications_enabled: true, email_notifications_enabled: true }, 'Sound, desktop, email'],
    [{ visual_notifications_enabled: true, audio_mobile_notifications_enabled: true }, 'Desktop, phone'],
    [{ email_notifications_enabled: true }, 'Email'],
    [{}, 'Off'],
  ])('the notifications of a user with %o: %s', (flags, words) => {
    expect(notificationSummary({ ...silent, ...flags })).toBe(words)
  })

  it.each([
    [2, '2 missing'],
    [0, 'All chosen'],
    [undefined, ''],
  ])('that %s default accounts are missing: %s', (count, words) => expect(missingSummary(count)).toBe(words))

  it.each([
    [{ has_totp_enabled: true, has_passkey: true }, 'Two-factor on'],
    [{ has_totp_enabled: false, has_passkey: true }, 'Passkey'],
    [{ has_totp_enabled: false, has_passkey: false }, 'Two-factor off'],
  ])('the sign-in of a user with %o: %s', (user, words) => expect(securitySummary(user)).toBe(words))
})

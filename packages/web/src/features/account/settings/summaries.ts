/** The summary that a line of the main view shows of the view that it leads to. */
import type { UserView } from '@parley/contracts'

/** `Sound, desktop, email`: the active kinds of notification on this device. */
export function notificationSummary(user: UserView): string {
  const on = [
    user.audio_notifications_enabled && 'sound',
    user.visual_notifications_enabled && 'desktop',
    (user.visual_mobile_notifications_enabled || user.audio_mobile_notifications_enabled) && 'phone',
    user.email_notifications_enabled && 'email',
  ].filter((word) => word !== false)
  const [first, ...others] = on
  return first === undefined ? 'Off' : [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...others].join(', ')
}

export const missingSummary = (missing: number | undefined): string =>
  missing === undefined ? '' : missing === 0 ? 'All chosen' : `${missing} missing`

export const securitySummary = (user: Pick<UserView, 'has_totp_enabled' | 'has_passkey'>): string =>
  user.has_totp_enabled ? 'Two-factor on' : user.has_passkey ? 'Passkey' : 'Two-factor off'

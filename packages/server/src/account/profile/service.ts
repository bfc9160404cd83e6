/** What a person changes of their own: notification settings, preferences. */
import { refuse, type Refusal, type UserId } from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book, Change } from '../book.ts'
import { accountLimits } from '../limits.ts'

/** Columns that a user may change, by the name in the call. */
const settings = {
  visual_mobile_notifications_enabled: 'visual_mobile_notifications',
  audio_mobile_notifications_enabled: 'audio_mobile_notifications',
  audio_notifications_enabled: 'audio_notifications',
  visual_notifications_enabled: 'visual_notifications',
  email_notifications_enabled: 'email_notifications',
  trading_notifications_enabled: 'trading_notifications',
  has_accepted_us_agreement: 'accepted_us_agreement',
  has_accepted_non_us_agreement: 'accepted_non_us_agreement',
} as const
export type Settings = Readonly<{ [K in keyof typeof settings]?: boolean | undefined }>

export type ProfileService = ReturnType<typeof createProfileService>

export const createProfileService = (book: Book) => ({
  updateUser: (actor: Actor, user: UserId, wanted: Settings) =>
    updateUser(book, about(actor, 'UpdateUser', user, plain(wanted)), user, wanted),
  savePreferences: (user: UserId, data: Readonly<Record<string, unknown>>, actor: Actor) =>
    savePreferences(book, about(actor, 'SavePreferences', user), user, data),
})

const plain = (wanted: Settings) =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Record<string, boolean>

async function updateUser(book: Book, change: Change, user: UserId, wanted: Settings): Promise<void> {
  const columns = Object.fromEntries(Object.entries(plain(wanted)).map(([name, value]) => [settings[name as keyof Settings], value]))
  if (Object.keys(columns).length === 0) return
  await book.change(change, (tx) => tx`update app_user set ${tx(columns)} where id = ${user}`)
}

async function savePreferences(
  book: Book,
  change: Change,
  user: UserId,
  data: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  const text = JSON.stringify(data)
  if (Buffer.byteLength(text) > accountLimits.preferencesBytes)
    return refuse('InvalidParams', '', `Preferences are kept up to ${accountLimits.preferencesBytes} bytes.`, 'data')
  await book.change(change, (tx) => tx`update app_user set preferences = ${text}::text::jsonb where id = ${user}`)
  return undefined
}

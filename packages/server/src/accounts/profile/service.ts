/** Changes that users make themselves: notification settings, agreements, preferences. */
import { refuse, type AgreementKind, type Refusal } from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { accountLimits } from '../limits.ts'
import type { UserRow } from '../rows.ts'
import { acceptAll, refuseAcceptance } from './agreements.ts'

/** Columns that a user may change, by the name in the call. */
const settings = {
  visual_mobile_notifications_enabled: 'visual_mobile_notifications',
  audio_mobile_notifications_enabled: 'audio_mobile_notifications',
  audio_notifications_enabled: 'audio_notifications',
  visual_notifications_enabled: 'visual_notifications',
  email_notifications_enabled: 'email_notifications',
  trading_notifications_enabled: 'trading_notifications',
} as const
const acceptances = { has_accepted_us_agreement: 'us', has_accepted_non_us_agreement: 'non-us' } as const

export type Wanted = Readonly<{ [K in keyof typeof settings | keyof typeof acceptances]?: boolean | undefined }>

export type ProfileService = ReturnType<typeof createProfileService>

export const createProfileService = (book: Book) => ({
  updateUser: (actor: Actor, user: UserRow, wanted: Wanted) => updateUser(book, actor, user, wanted),
  savePreferences: (actor: Actor, user: UserRow, data: Readonly<Record<string, unknown>>) => savePreferences(book, actor, user, data),
})

async function updateUser(book: Book, actor: Actor, user: UserRow, wanted: Wanted): Promise<Refusal | undefined> {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Record<string, boolean>
  if (Object.keys(given).length === 0) return undefined
  const accepted = kindsOf(wanted)
  const refused = refuseAcceptance(user, accepted)
  if (refused !== undefined) return refused
  const columns = Object.entries(settings).flatMap(([name, column]) => (name in given ? [[column, given[name]!] as const] : []))
  await book.change(about(actor, 'UpdateUser', user.id, given), async (tx) => {
    for (const [column, value] of columns) await tx`update app_user set ${tx(column)} = ${value} where id = ${user.id}`
    await acceptAll(tx, user.id, accepted, actor)
  })
  return undefined
}

export const kindsOf = (wanted: Pick<Wanted, keyof typeof acceptances>): readonly AgreementKind[] =>
  Object.entries(acceptances).flatMap(([name, kind]) => (wanted[name as keyof typeof acceptances] === true ? [kind] : []))

async function savePreferences(
  book: Book,
  actor: Actor,
  user: UserRow,
  data: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  const text = JSON.stringify(data)
  if (Buffer.byteLength(text) > accountLimits.preferencesBytes)
    return refuse('InvalidParams', '', `Preferences can be at most ${accountLimits.preferencesBytes} bytes.`, 'data')
  await book.change(
    about(actor, 'SavePreferences', user.id),
    (tx) => tx`update app_user set preferences = ${text}::text::jsonb where id = ${user.id}`,
  )
  return undefined
}

/** The to-do alerts of a desk, from its lists. A list that has not loaded yet gives no alerts. Pure. */
import { accountVenues } from '@parley/core'
import type { ApiKeyView, ApprovalView, InvitationView, MemberView, ReconciliationDayView, VenueAccountView } from '@parley/contracts'
import type { Section } from './sections.ts'
import { approvalStateWith } from './approval-state.ts'

export type DeskLists = {
  readonly members: readonly MemberView[]
  readonly invitations: readonly InvitationView[]
  readonly counterparties: readonly ApprovalView[]
  readonly keys: readonly ApiKeyView[]
  readonly venueAccounts: readonly VenueAccountView[]
  readonly reconciliation: readonly ReconciliationDayView[]
}

export type Alert = {
  readonly section: Section
  /** The position in the section. */
  readonly show?: string
  readonly count: number
  readonly title: string
  readonly advice: string
  readonly tone: 'warn' | 'plain'
}

export const DAY_MS = 86_400_000
/** An expiry alert is shown for an API key this long before it expires. */
export const EXPIRES_SOON_MS = 14 * DAY_MS
/** A key that has never been used is reported as unused once it is this old. */
export const UNUSED_AFTER_MS = 7 * DAY_MS

export function alertsOf(lists: Partial<DeskLists>, desk: string, now: number): readonly Alert[] {
  return [
    ...counterpartyAlerts(lists.counterparties ?? [], desk),
    ...venueAlerts(lists.venueAccounts),
    ...reconciliationAlerts(lists.reconciliation ?? []),
    ...keyAlerts(lists.keys ?? [], now),
    ...memberAlerts(lists.members ?? []),
    ...invitationAlerts(lists.invitations ?? [], now),
  ]
}

const some = (alert: Alert): readonly Alert[] => (alert.count === 0 ? [] : [alert])
const names = (list: readonly string[]): string =>
  list.length <= 3 ? list.join(', ') : `${list.slice(0, 3).join(', ')} and ${list.length - 3} more`

function counterpartyAlerts(counterparties: readonly ApprovalView[], desk: string): readonly Alert[] {
  const waiting = counterparties.filter((one) => approvalStateWith(one, desk) === 'Waiting for you')
  return some({
    section: 'counterparties',
    show: 'Waiting for you',
    count: waiting.length,
    title: waiting.length === 1 ? 'Counterparty awaits your approval' : 'Counterparties await your approval',
    advice: `${names(waiting.map((one) => one.desk_name))}: approve to start negotiating.`,
    tone: 'warn',
  })
}

function venueAlerts(accounts: readonly VenueAccountView[] | undefined): readonly Alert[] {
  if (accounts === undefined) return []
  const missing = accountVenues.filter((venue) => !accounts.some((account) => account.venue === venue))
  const inState = (state: VenueAccountView['health']['state']) => accounts.filter(({ health }) => health.state === state)
  const said = ({ name, health }: VenueAccountView): string => `${name}: ${health.sentence ?? health.words}`
  const [failing, warned] = [inState('FAILING'), inState('WARNING')]
  return [
    ...some({
      section: 'venue-accounts',
      count: failing.length,
      title: failing.length === 1 ? 'Venue account cannot settle' : 'Venue accounts cannot settle',
      advice: failing.length === 1 ? said(failing[0]!) : `${names(failing.map(({ name }) => name))}: check the venue messages.`,
      tone: 'warn',
    }),
    ...some({
      section: 'venue-accounts',
      count: warned.length,
      title: warned.length === 1 ? 'Venue account needs attention' : 'Venue accounts need attention',
      advice: warned.length === 1 ? said(warned[0]!) : `${names(warned.map(({ name }) => name))}: they still settle.`,
      tone: 'plain',
    }),
    ...some({
      section: 'venue-accounts',
      count: missing.length,
      title: missing.length === 1 ? 'Venue without an account' : 'Venues without an account',
      advice: `${missing.join(', ')}: the desk cannot settle there until you connect an account.`,
      tone: missing.length === accountVenues.length ? 'warn' : 'plain',
    }),
  ]
}

function reconciliationAlerts(days: readonly ReconciliationDayView[]): readonly Alert[] {
  const open = days.filter((one) => one.open > 0)
  const count = open.reduce((sum, one) => sum + one.open, 0)
  return some({
    section: 'reconciliation',
    ...(open[0] === undefined ? {} : { show: open[0].day }),
    count,
    title: count === 1 ? 'Open reconciliation difference' : 'Open reconciliation differences',
    advice: `${names(open.map((one) => one.day))}: compare both records and close each difference with a reason.`,
    tone: 'warn',
  })
}

function keyAlerts(keys: readonly ApiKeyView[], now: number): readonly Alert[] {
  const expired = keys.filter((key) => key.expires_at !== null && key.expires_at <= now)
  const soon = keys.filter((key) => key.expires_at !== null && key.expires_at > now && key.expires_at - now <= EXPIRES_SOON_MS)
  const unused = keys.filter((key) => key.last_used_at === null && now - key.created_at >= UNUSED_AFTER_MS)
  const of = (list: readonly ApiKeyView[], title: string, advice: string, tone: Alert['tone']) =>
    some({ section: 'api-keys', count: list.length, title, advice: `${names(list.map((key) => key.name))}: ${advice}`, tone })
  return [
    ...of(expired, expired.length === 1 ? 'API key has expired' : 'API keys have expired', 'give it a new expiry, or revoke it.', 'warn'),
    ...of(
      soon,
      soon.length === 1 ? 'API key expires soon' : 'API keys expire soon',
      'change the expiry before your programs stop.',
      'warn',
    ),
    ...of(unused, unused.length === 1 ? 'API key never used' : 'API keys never used', 'revoke keys that are not needed.', 'plain'),
  ]
}

function memberAlerts(members: readonly MemberView[]): readonly Alert[] {
  const active = members.filter((member) => member.state === 'ACTIVE')
  const without = active.filter((member) => !member.has_two_factor)
  const administrators = active.filter((member) => member.role === 'administrator')
  return [
    ...some({
      section: 'members',
      show: 'no-two-factor',
      count: without.length,
      title: without.length === 1 ? 'Member without two-factor' : 'Members without two-factor',
      advice: `${names(without.map((member) => member.first_name))}: ask them to turn it on in Settings, Security.`,
      tone: 'plain',
    }),
    ...some({
      section: 'members',
      count: administrators.length === 1 ? 1 : 0,
      title: 'Only one administrator',
      advice: 'A second administrator keeps the desk running when the first is away.',
      tone: 'plain',
    }),
  ]
}

function invitationAlerts(invitations: readonly InvitationView[], now: number): readonly Alert[] {
  const open = invitations.filter((one) => one.state === 'OPEN')
  const soon = open.filter((one) => one.expires_at - now <= DAY_MS)
  return some({
    section: 'members',
    show: 'invitations',
    count: open.length,
    title: open.length === 1 ? 'Open invitation' : 'Open invitations',
    advice: `${names(open.map((one) => one.email))}${soon.length > 0 ? `; ${soon.length} expiring within a day` : ''}.`,
    tone: soon.length > 0 ? 'warn' : 'plain',
  })
}

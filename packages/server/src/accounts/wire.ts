/** Accounts as sent to clients. */
import type { ApiKeyView, ApprovalView, MemberView, UserView } from '@parley/contracts'
import { DEFAULT_RECAP, entityOf, type DeskId, type UserId } from '@parley/core'
import { actorForDesks } from '../audit/author.ts'
import { acceptedInForce, hasAcceptedInForce } from './agreements/in-force.ts'
import { eligibleProducts } from './customers.ts'
import { accountLimits } from './limits.ts'
import { settlingVenues, standingOf, type Accounts, type KeyRow, type MembershipRow, type Role, type UserRow } from './rows.ts'

/** A user's membership: the desk, the role, and whether they signed in from a restricted address. */
export type Seat = { readonly desk: DeskId; readonly role: Role; readonly isRestricted: boolean }

export function userToWire(accounts: Accounts, user: UserRow, { desk, role, isRestricted }: Seat): UserView {
  const row = accounts.desks.get(desk)
  const makers = [...accounts.desks.values()].some((other) => other.isMaker && other.firm === user.firm)
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    color: user.color as UserView['color'],
    role,
    firm: {
      name: accounts.firms.get(user.firm)?.name ?? '',
      leaderboard_anonymity: accounts.firms.get(user.firm)?.leaderboardAnonymity ?? true,
      has_liquidity_providers: makers,
    },
    trading_desk:
      row === undefined
        ? null
        : { ticker: row.ticker, name: row.name, is_maker: row.isMaker, recap_format: row.recapFormat ?? DEFAULT_RECAP },
    has_totp_enabled: user.totpEnabledAt !== null,
    has_passkey: user.hasPasskey,
    visual_mobile_notifications_enabled: user.notifications.visualMobile,
    audio_mobile_notifications_enabled: user.notifications.audioMobile,
    audio_notifications_enabled: user.notifications.audio,
    visual_notifications_enabled: user.notifications.visual,
    email_notifications_enabled: user.notifications.email,
    trading_notifications_enabled: user.notifications.trading,
    active_products: [...settlingVenues(accounts.venueAccounts.get(desk) ?? [])],
    has_accepted_us_agreement: user.acceptedUsAgreement,
    has_accepted_non_us_agreement: user.acceptedNonUsAgreement,
    has_unaccepted_agreement: !hasAcceptedInForce(user),
    entity: entityOfPerson(user),
    eligible_products: [...eligibleProducts(accounts, user, desk)],
    restricted_ip_rfqs_left: isRestricted ? Math.max(0, accountLimits.rfqsFromRestrictedAddress - user.restrictedRfqsUsed) : null,
    preferences: { data: { ...user.preferences } },
  }
}

function entityOfPerson(user: UserRow): UserView['entity'] {
  const agreement = acceptedInForce(user)
  return agreement === undefined ? null : entityOf[agreement]
}

export const memberToWire = (user: UserRow, { role, suspendedAt }: MembershipRow, lastSeenAt: number | null): MemberView => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  color: user.color,
  role,
  state: suspendedAt === null && user.suspendedAt === null ? 'ACTIVE' : 'SUSPENDED',
  // If either is set up, the password alone is not enough to sign in (decision 0051).
  has_two_factor: user.totpEnabledAt !== null || user.hasPasskey,
  last_seen_at: lastSeenAt,
})

export type LastUse = { readonly at: number; readonly address: string }

/** `used` is the last use that is not stored yet. */
export const keyToWire = (row: KeyRow, used: LastUse | undefined, now: number): ApiKeyView => ({
  id: row.id,
  name: row.name,
  access_key_prefix: row.accessPrefix,
  scopes: [...row.scopes],
  is_compatible: row.isCompatible,
  allowed_addresses: [...row.allowedAddresses],
  created_at: row.createdAt,
  created_by: actorForDesks(row.createdBy),
  held_by: actorForDesks(row.heldBy),
  suspended_at: row.suspendedAt,
  expires_at: row.expiresAt,
  last_used_at: used?.at ?? row.lastUsedAt,
  last_used_address: used?.address ?? row.lastUsedAddress,
  previous_secret_until: row.previousSecretUntil !== null && row.previousSecretUntil > now ? row.previousSecretUntil : null,
})

export function approvalToWire(accounts: Accounts, viewer: DeskId, other: DeskId): ApprovalView {
  const { approval, changedAt } = standingOf(accounts, viewer, other)
  const desk = accounts.desks.get(other)!
  return {
    desk: other,
    desk_name: desk.name,
    firm_name: accounts.firms.get(desk.firm)?.name ?? '',
    state: approval.state,
    asked_by: approval.state === 'ASKED' ? approval.by : null,
    changed_at: changedAt,
    is_never_matched: accounts.neverMatch.some((row) => row.desk === viewer && row.other === other),
  }
}

/** `seenAt` returns when a user was last seen, if known. */
export const membersOf = (accounts: Accounts, desk: DeskId, seenAt: (user: UserId) => number | null): readonly MemberView[] =>
  (accounts.members.get(desk) ?? []).flatMap((membership) => {
    const person = accounts.users.get(membership.user)
    return person === undefined || person.disabledAt !== null ? [] : [memberToWire(person, membership, seenAt(membership.user))]
  })

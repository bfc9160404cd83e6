/** Everything about accounts but sessions, as one picture in memory: it is small, is asked for by every request, and changes seldom. */
import type { Approval, DeskId, Instant, UserId, VenueCode } from '@parley/core'
import { strangers } from '@parley/core'
import type { Sql } from 'postgres'

export type Role = 'administrator' | 'trader' | 'viewer'
export type FirmRow = { readonly id: string; readonly name: string; readonly leaderboardAnonymity: boolean }
export type DeskRow = { readonly ticker: DeskId; readonly name: string; readonly firm: string; readonly isMaker: boolean }
export type Notifications = {
  readonly visualMobile: boolean
  readonly audioMobile: boolean
  readonly audio: boolean
  readonly visual: boolean
  readonly email: boolean
  readonly trading: boolean
}
export type UserRow = {
  readonly id: UserId
  readonly firm: string
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly color: string
  readonly notifications: Notifications
  readonly acceptedUsAgreement: boolean
  readonly acceptedNonUsAgreement: boolean
  readonly preferences: Readonly<Record<string, unknown>>
  readonly disabledAt: number | null
}
export type MembershipRow = { readonly user: UserId; readonly desk: DeskId; readonly role: Role }
export type KeyRow = {
  readonly id: string
  readonly desk: DeskId
  readonly name: string
  readonly accessKey: string
  readonly secretSealed: Uint8Array
  readonly createdAt: number
  readonly lastUsedAt: number | null
}
export type VenueAccountRow = {
  readonly id: string
  readonly desk: DeskId
  readonly venue: VenueCode
  readonly name: string
  readonly credentialsSealed: Uint8Array
  readonly isDefault: boolean
}
export type Standing = { readonly approval: Approval; readonly changedAt: number | null }

export type Accounts = {
  readonly firms: ReadonlyMap<string, FirmRow>
  readonly desks: ReadonlyMap<DeskId, DeskRow>
  readonly users: ReadonlyMap<UserId, UserRow>
  readonly usersByEmail: ReadonlyMap<string, UserRow>
  readonly memberships: ReadonlyMap<UserId, readonly MembershipRow[]>
  readonly keys: ReadonlyMap<string, KeyRow>
  readonly venueAccounts: ReadonlyMap<DeskId, readonly VenueAccountRow[]>
  readonly standings: ReadonlyMap<string, Standing>
  readonly flags: ReadonlyMap<string, { readonly isEnabled: boolean; readonly config: unknown }>
}

export const pairOf = (a: DeskId, b: DeskId): readonly [low: DeskId, high: DeskId] => (a < b ? [a, b] : [b, a])
export const standingOf = (accounts: Accounts, a: DeskId, b: DeskId): Standing =>
  accounts.standings.get(pairOf(a, b).join()) ?? { approval: strangers, changedAt: null }

type ApprovalRow = { low: DeskId; high: DeskId; state: 'ASKED' | 'APPROVED'; askedBy: DeskId | null; changedAt: Instant }

export async function loadAccounts(sql: Sql): Promise<Accounts> {
  // One after another on one connection and in one transaction: the picture is of one moment.
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const firms = await tx<FirmRow[]>`select id, name, leaderboard_anonymity as "leaderboardAnonymity" from firm`
    const desks = await tx<DeskRow[]>`select ticker, name, firm, is_maker as "isMaker" from desk order by ticker`
    const users = await tx<UserRow[]>`
      select id, firm, email, password_hash as "passwordHash", first_name as "firstName", last_name as "lastName", color,
        json_build_object('visualMobile', visual_mobile_notifications, 'audioMobile', audio_mobile_notifications,
          'audio', audio_notifications, 'visual', visual_notifications, 'email', email_notifications,
          'trading', trading_notifications) as notifications,
        accepted_us_agreement as "acceptedUsAgreement", accepted_non_us_agreement as "acceptedNonUsAgreement",
        preferences, disabled_at as "disabledAt"
      from app_user order by created_at, id`
    const memberships = await tx<MembershipRow[]>`select app_user as "user", desk, role from membership order by app_user, desk`
    const keys = await tx<KeyRow[]>`
      select id, desk, name, access_key as "accessKey", secret_sealed as "secretSealed", created_at as "createdAt", last_used_at as "lastUsedAt"
      from api_key where revoked_at is null order by created_at, id`
    const accounts = await tx<VenueAccountRow[]>`
      select id, desk, venue, name, credentials_sealed as "credentialsSealed", is_default as "isDefault"
      from venue_account order by desk, venue, is_default desc, name`
    const approvals = await tx<ApprovalRow[]>`
      select low_desk as low, high_desk as high, state, asked_by as "askedBy", changed_at as "changedAt" from approval`
    const flags = await tx<{ name: string; isEnabled: boolean; config: unknown }[]>`
      select name, is_enabled as "isEnabled", config from feature_flag`
    return {
      firms: new Map(firms.map((row) => [row.id, row])),
      desks: new Map(desks.map((row) => [row.ticker, row])),
      users: new Map(users.map((row) => [row.id, row])),
      usersByEmail: new Map(users.map((row) => [row.email, row])),
      memberships: Map.groupBy(memberships, (row) => row.user),
      keys: new Map(keys.map((row) => [row.accessKey, row])),
      venueAccounts: Map.groupBy(accounts, (row) => row.desk),
      standings: new Map(approvals.map((row) => [`${row.low},${row.high}`, { approval: approvalOf(row), changedAt: row.changedAt }])),
      flags: new Map(flags.map((row) => [row.name, row])),
    }
  })
}

function approvalOf({ state, askedBy, changedAt }: ApprovalRow): Approval {
  switch (state) {
    case 'ASKED':
      return { state, by: askedBy!, askedAt: changedAt }
    case 'APPROVED':
      return { state, approvedAt: changedAt }
  }
}

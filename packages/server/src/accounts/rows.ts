/** All accounts except sessions, as one snapshot in memory. It is small, every request reads it, and it rarely changes. */
import type {
  AccountField,
  AccountVenue,
  AgreementKind,
  Approval,
  ClaimRole,
  CounterpartyGroup,
  DeskId,
  DeskRole,
  Instant,
  MakerGroup,
  OrderBookChoice,
  UserId,
  VenueCode,
} from '@parley/core'
import { strangers, unifiedVenueCodes, venueCodes } from '@parley/core'
import type { Sql, SqlTag } from '../database/sql.ts'

export type Role = DeskRole
export type FirmRow = { readonly id: string; readonly name: string; readonly leaderboardAnonymity: boolean }
export type DeskRow = {
  readonly ticker: DeskId
  readonly name: string
  readonly firm: string
  readonly isMaker: boolean
  /** With whom its orders trade in order books (rulebook 10.24). */
  readonly orderBooks: OrderBookChoice
  /** The format of the recap of a trade (rulebook 3.24). Null is the default. */
  readonly recapFormat: string | null
  readonly suspendedAt: number | null
}
export type Notifications = {
  readonly visualMobile: boolean
  readonly audioMobile: boolean
  readonly audio: boolean
  readonly visual: boolean
  readonly email: boolean
  readonly trading: boolean
}
export type Acceptance = { readonly kind: AgreementKind; readonly version: string; readonly at: number }
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
  /** Every accepted version, newest last. */
  readonly acceptances: readonly Acceptance[]
  readonly preferences: Readonly<Record<string, unknown>>
  readonly countryOfResidence: string | null
  readonly passwordChangedAt: number | null
  readonly totpEnabledAt: number | null
  readonly hasPasskey: boolean
  /** RFQs sent from restricted addresses. */
  readonly restrictedRfqsUsed: number
  /** `disabledAt`: the operator has removed access permanently. `suspendedAt`: access can be restored. */
  readonly disabledAt: number | null
  readonly suspendedAt: number | null
  /** The operator ended all sessions that began before this time. */
  readonly sessionsEndedAt: number | null
}
export type MembershipRow = {
  readonly user: UserId
  readonly desk: DeskId
  readonly role: Role
  readonly suspendedAt: number | null
}
/** A restricted country, or a network from which only a few RFQs may be sent. */
export type Restriction = { readonly kind: 'country' | 'address'; readonly value: string }
export type KeyScope = 'read' | 'trade'
export type KeyRow = {
  readonly id: string
  readonly desk: DeskId
  readonly name: string
  /** SHA-256 of the access key, in hex. */
  readonly accessHash: string
  readonly accessPrefix: string
  readonly secretSealed: Uint8Array
  readonly scopes: readonly KeyScope[]
  /** The access key alone opens sockets, as published. */
  readonly isCompatible: boolean
  /** Addresses and networks that it is accepted from; empty means any. */
  readonly allowedAddresses: readonly string[]
  readonly createdBy: string
  /** The user who last received its secret or took it over. */
  readonly heldBy: string
  /** Suspended because its holder may no longer trade. It can be restored. */
  readonly suspendedAt: number | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly lastUsedAddress: string | null
  /** The secret before the last rotation, while it is still accepted. */
  readonly previousSecretSealed: Uint8Array | null
  readonly previousSecretUntil: number | null
}
export type VenueAccountRow = {
  readonly id: string
  readonly desk: DeskId
  readonly venue: AccountVenue
  readonly name: string
  /** Empty if the account has no secret. */
  readonly credentialsSealed: Uint8Array
  readonly openFields: { readonly [Name in AccountField]?: string }
  readonly isDefault: boolean
  /** Never used to settle trades (rulebook 2.21). */
  readonly isReadOnly: boolean
  readonly createdAt: number
  readonly keyedAt: number
  /** The previous key, while it may still be needed (rulebook 2.23). */
  readonly previousSealed: Uint8Array | null
  readonly previousUntil: number | null
  /** Disconnected. It still settles trades that were agreed with it before. */
  readonly removedAt: number | null
}
/** How a desk's members sign in through the provider of their firm (decision 1031). */
export type SignOnRow = {
  readonly desk: DeskId
  /** The provider's address, as it names itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecretSealed: Uint8Array
  readonly domains: readonly string[]
  readonly roleClaim: string | null
  readonly roles: readonly ClaimRole[]
  /** Members cannot sign in any other way. */
  readonly isRequired: boolean
  readonly setAt: number
}
export type ApprovalState = { readonly approval: Approval; readonly changedAt: number | null }

export type Accounts = {
  readonly firms: ReadonlyMap<string, FirmRow>
  readonly desks: ReadonlyMap<DeskId, DeskRow>
  readonly users: ReadonlyMap<UserId, UserRow>
  readonly usersByEmail: ReadonlyMap<string, UserRow>
  readonly memberships: ReadonlyMap<UserId, readonly MembershipRow[]>
  /** The same, by desk. */
  readonly members: ReadonlyMap<DeskId, readonly MembershipRow[]>
  /** By the hash of the access key. */
  readonly keys: ReadonlyMap<string, KeyRow>
  readonly keysById: ReadonlyMap<string, KeyRow>
  readonly venueAccounts: ReadonlyMap<DeskId, readonly VenueAccountRow[]>
  readonly formerVenueAccounts: ReadonlyMap<DeskId, readonly VenueAccountRow[]>
  /** A member's own default accounts: user, desk and venue to the account's id, or null for none. */
  readonly memberDefaults: ReadonlyMap<string, string | null>
  readonly standings: ReadonlyMap<string, ApprovalState>
  readonly flags: ReadonlyMap<string, { readonly isEnabled: boolean; readonly config: unknown }>
  readonly restrictions: readonly Restriction[]
  readonly neverMatch: readonly NeverMatch[]
  /** By name. */
  readonly groups: ReadonlyMap<DeskId, readonly CounterpartyGroup[]>
  readonly signOns: ReadonlyMap<DeskId, SignOnRow>
  /** For every desk. */
  readonly groupsOfOperator: readonly MakerGroup[]
}

/** In the order book, the desk's orders never match orders of the other desk. */
export type NeverMatch = { readonly desk: DeskId; readonly other: DeskId }

export const pairOf = (a: DeskId, b: DeskId): readonly [low: DeskId, high: DeskId] => (a < b ? [a, b] : [b, a])
export const standingOf = (accounts: Accounts, a: DeskId, b: DeskId): ApprovalState =>
  accounts.standings.get(pairOf(a, b).join()) ?? { approval: strangers, changedAt: null }

/** A venue account at which trades settle, as opposed to a wallet or a clearing account. */
export type TradingAccountRow = VenueAccountRow & { readonly venue: VenueCode }
export const isTradingAccount = (account: VenueAccountRow): account is TradingAccountRow =>
  venueCodes.some((venue) => venue === account.venue)

/** Venues at which the desk's accounts can settle, each once. */
export const settlingVenues = (accounts: readonly VenueAccountRow[]): readonly VenueCode[] =>
  venueCodes.filter((venue) => accounts.some((account) => account.venue === venue && !account.isReadOnly))

/** Venues outside the unified markets that are offered to the desk (rulebook 3.23). */
export const alsoOfferedTo = ({ venueAccounts }: Pick<Accounts, 'venueAccounts'>, desk: DeskId): readonly VenueCode[] =>
  settlingVenues(venueAccounts.get(desk) ?? []).filter((venue) => !unifiedVenueCodes.includes(venue))

export const memberDefaultKey = (user: UserId, desk: DeskId, venue: string): string => `${user} ${desk} ${venue}`

type ApprovalRow = { low: DeskId; high: DeskId; state: 'ASKED' | 'APPROVED'; askedBy: DeskId | null; changedAt: Instant }

export async function loadAccounts(sql: Sql): Promise<Accounts> {
  // All reads share one transaction, so that the snapshot is consistent.
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const firms = await tx<FirmRow[]>`select id, name, leaderboard_anonymity as "leaderboardAnonymity" from firm`
    const desks = await tx<
      DeskRow[]
    >`select ticker, name, firm, is_maker as "isMaker", order_books as "orderBooks", recap_format as "recapFormat", suspended_at as "suspendedAt" from desk order by ticker`
    const users = await tx<UserRow[]>`
      select id, firm, email, password_hash as "passwordHash", first_name as "firstName", last_name as "lastName", color,
        json_build_object('visualMobile', visual_mobile_notifications, 'audioMobile', audio_mobile_notifications,
          'audio', audio_notifications, 'visual', visual_notifications, 'email', email_notifications,
          'trading', trading_notifications) as notifications,
        accepted_us_agreement as "acceptedUsAgreement", accepted_non_us_agreement as "acceptedNonUsAgreement",
        coalesce((select json_agg(json_build_object('kind', kind, 'version', version, 'at', accepted_at) order by accepted_at, version)
          from agreement_acceptance where agreement_acceptance.app_user = app_user.id), '[]') as acceptances,
        preferences, country_of_residence as "countryOfResidence", password_changed_at as "passwordChangedAt",
        totp_enabled_at as "totpEnabledAt", exists (select from passkey where passkey.app_user = app_user.id) as "hasPasskey",
        restricted_rfqs_used as "restrictedRfqsUsed", disabled_at as "disabledAt", suspended_at as "suspendedAt",
        sessions_ended_at as "sessionsEndedAt"
      from app_user order by created_at, id`
    const memberships = await tx<
      MembershipRow[]
    >`select app_user as "user", desk, role, suspended_at as "suspendedAt" from membership order by app_user, desk`
    const keys = await tx<KeyRow[]>`
      select id, desk, name, encode(access_hash, 'hex') as "accessHash", access_prefix as "accessPrefix", secret_sealed as "secretSealed", scopes,
        is_compatible as "isCompatible",
        allowed_addresses as "allowedAddresses", created_by as "createdBy", held_by as "heldBy", suspended_at as "suspendedAt", created_at as "createdAt", expires_at as "expiresAt",
        last_used_at as "lastUsedAt", last_used_address as "lastUsedAddress", previous_secret_sealed as "previousSecretSealed",
        previous_secret_until as "previousSecretUntil"
      from api_key where revoked_at is null order by created_at, id`
    const accounts = await tx<VenueAccountRow[]>`
      select id, desk, venue, name, credentials_sealed as "credentialsSealed", open_fields as "openFields", is_default as "isDefault",
        is_read_only as "isReadOnly", created_at as "createdAt", keyed_at as "keyedAt", previous_sealed as "previousSealed",
        previous_until as "previousUntil", removed_at as "removedAt"
      from venue_account order by desk, venue, is_default desc, name, created_at`
    const approvals = await tx<ApprovalRow[]>`
      select low_desk as low, high_desk as high, state, asked_by as "askedBy", changed_at as "changedAt" from approval`
    const defaults = await tx<{ user: UserId; desk: DeskId; venue: string; account: string | null }[]>`
      select app_user as "user", desk, venue, venue_account as account from member_default_account`
    const flags = await tx<{ name: string; isEnabled: boolean; config: unknown }[]>`
      select name, is_enabled as "isEnabled", config from feature_flag`
    const restrictions = await tx<Restriction[]>`select kind, value from restriction order by kind, value`
    const neverMatch = await tx<NeverMatch[]>`select desk, other from never_match order by desk, other`
    return {
      firms: new Map(firms.map((row) => [row.id, row])),
      desks: new Map(desks.map((row) => [row.ticker, row])),
      users: new Map(users.map((row) => [row.id, row])),
      usersByEmail: new Map(users.map((row) => [row.email, row])),
      memberships: Map.groupBy(memberships, (row) => row.user),
      members: Map.groupBy(memberships, (row) => row.desk),
      keys: new Map(keys.map((row) => [row.accessHash, row])),
      keysById: new Map(keys.map((row) => [row.id, row])),
      venueAccounts: Map.groupBy(
        accounts.filter((row) => row.removedAt === null),
        (row) => row.desk,
      ),
      formerVenueAccounts: Map.groupBy(
        accounts.filter((row) => row.removedAt !== null),
        (row) => row.desk,
      ),
      memberDefaults: new Map(defaults.map((row) => [memberDefaultKey(row.user, row.desk, row.venue), row.account])),
      standings: new Map(approvals.map((row) => [`${row.low},${row.high}`, { approval: approvalOf(row), changedAt: row.changedAt }])),
      flags: new Map(flags.map((row) => [row.name, row])),
      restrictions,
      neverMatch,
      signOns: await signOnsIn(tx),
      ...(await groupsIn(tx)),
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

async function signOnsIn(tx: SqlTag): Promise<Accounts['signOns']> {
  const rows = await tx<SignOnRow[]>`
    select desk, issuer, client_id as "clientId", client_secret_sealed as "clientSecretSealed", role_claim as "roleClaim", roles,
      is_required as "isRequired", set_at as "setAt",
      array(select domain from sign_on_domain where sign_on_domain.desk = sign_on.desk order by domain) as domains
    from sign_on`
  return new Map(rows.map((row) => [row.desk, row]))
}

async function groupsIn(tx: SqlTag): Promise<Pick<Accounts, 'groups' | 'groupsOfOperator'>> {
  const groups = await tx<CounterpartyGroup[]>`
    select id, desk, name, makers from counterparty_group where desk is not null order by lower(name)`
  const groupsOfOperator = await tx<MakerGroup[]>`select id, name, makers from counterparty_group where desk is null order by lower(name)`
  return { groups: Map.groupBy(groups, (row) => row.desk), groupsOfOperator }
}

/** The lists of the operator console. Accounts come from memory, and the rest from the database. */
import { consoleApi, wireRates, type ConsoleAccessView, type ConsoleBreaksView, type ConsoleFirmsView } from '@parley/contracts'
import type { ConsoleAnnouncementsView } from '@parley/contracts'
import type { AuditLineView, ConsoleDeskView, ConsoleMailView, ConsolePeopleView, ConsolePersonView } from '@parley/contracts'
import { flagNames, isFlagOnByDefault, tickersOf } from '../../accounts/feature-flags.ts'
import type { UserRow } from '../../accounts/rows.ts'
import { deskRateNames } from '../../limits/rate-names.ts'
import { listedAnnouncements } from '../../platform/announcements.ts'
import type { ViewParts } from './console-views.ts'

const { rowsShown } = consoleApi.consoleLimits

type Rate = { readonly desk: string; readonly name: string; readonly most: number; readonly within_ms: number }
type Limits = { readonly desk: string; readonly notional: string | null; readonly deviation: string | null }

export async function readFirms({ sql, book, now }: ViewParts): Promise<ConsoleFirmsView> {
  const { accounts } = book
  const rates = await sql<Rate[]>`select desk, name, most, within_ms from desk_rate order by desk, name`
  const limits = await sql<Limits[]>`
    select desk, most_notional as notional, most_deviation_percent as deviation from desk_bounds`
  // Each list is read once, however many desks there are.
  const ratesOf = Map.groupBy(rates, ({ desk }) => desk)
  const limitsOf = new Map(limits.map((row) => [row.desk, row]))
  const keysOf = Map.groupBy(accounts.keysById.values(), ({ desk }) => desk)
  return {
    at: now(),
    firms: [...accounts.firms.values()].map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
    desks: [...accounts.desks.values()].map(({ ticker, name, firm, isMaker, suspendedAt }): ConsoleDeskView => {
      const own = limitsOf.get(ticker)
      return {
        ...{ ticker, name, firm: accounts.firms.get(firm)?.name ?? '', is_maker: isMaker, suspended_at: suspendedAt },
        members: accounts.members.get(ticker)?.length ?? 0,
        keys: keysOf.get(ticker)?.length ?? 0,
        accounts: accounts.venueAccounts.get(ticker)?.length ?? 0,
        most_notional: own?.notional ?? null,
        most_deviation_percent: own?.deviation ?? null,
        rates: (ratesOf.get(ticker) ?? []).map(({ name: rate, most, within_ms }) => ({ name: rate, most, within_ms })),
      }
    }),
    rates: deskRateNames.map((name) => ({ name, most: wireRates[name].most, within_ms: wireRates[name].withinMs })),
  }
}

export async function readPeople({ sql, book, now }: ViewParts): Promise<ConsolePeopleView> {
  const at = now()
  const { accounts } = book
  const seen = await sql<{ id: string; seenAt: number | null; why: string | null }[]>`
    select id, suspended_why as why, (select max(seen_at) from session where app_user = app_user.id) as "seenAt" from app_user`
  const byId = new Map(seen.map((row) => [row.id, row]))
  const invitations = await sql<ConsolePeopleView['invitations']>`
    select id, desk, email, role, expires_at from invitation
    where accepted_at is null and withdrawn_at is null and expires_at > ${at} order by created_at desc limit ${rowsShown}`
  return {
    at,
    people: [...accounts.users.values()].map((user): ConsolePersonView => {
      const stored = byId.get(user.id)
      return {
        ...{ id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}`.trim(), state: stateOf(user) },
        suspended_why: stored?.why ?? null,
        desks: (accounts.memberships.get(user.id) ?? []).map(({ desk, role, suspendedAt }) => ({
          ...{ ticker: desk, role, is_suspended: suspendedAt !== null },
        })),
        has_two_factor: user.totpEnabledAt !== null || user.hasPasskey,
        last_seen_at: stored?.seenAt ?? null,
      }
    }),
    invitations: [...invitations],
  }
}

const stateOf = ({ disabledAt, suspendedAt }: UserRow): ConsolePersonView['state'] =>
  disabledAt !== null ? 'DISABLED' : suspendedAt !== null ? 'SUSPENDED' : 'ACTIVE'

export function readAccess({ book, now }: ViewParts): Promise<ConsoleAccessView> {
  const { flags, restrictions } = book.accounts
  const names = [...new Set([...flagNames, ...flags.keys()])].toSorted()
  return Promise.resolve({
    at: now(),
    flags: names.map((name) => {
      const row = flags.get(name)
      const desks = tickersOf(row?.config)
      const isOn = row?.isEnabled ?? isFlagOnByDefault(name)
      return { name, is_on: isOn, desks: Array.isArray(desks) ? [...desks] : null, is_default: row === undefined }
    }),
    restrictions: restrictions.map(({ kind, value }) => ({ kind, value })),
  })
}

export async function readAnnouncements({ sql, now }: ViewParts): Promise<ConsoleAnnouncementsView> {
  const listed = await listedAnnouncements(sql, rowsShown)
  return {
    at: now(),
    announcements: listed.map(({ from, until, isOnSignIn, madeBy, madeAt, withdrawnAt, ...one }) => ({
      ...one,
      ...{ starts_at: from, ends_at: until, is_on_sign_in: isOnSignIn, made_by: madeBy, made_at: madeAt, withdrawn_at: withdrawnAt },
    })),
  }
}

/** Emails that wait, and those of the last week that were rejected or abandoned. Their texts are encrypted and are not shown. */
export async function readMail({ sql, now }: ViewParts): Promise<ConsoleMailView> {
  const at = now()
  const emails = await sql<ConsoleMailView['emails']>`
    select id, recipient, created_at, attempts, case when failed_at is null then next_at end as next_at, failed_at, last_error from mail
    where sent_at is null and (failed_at is null or failed_at > ${at - WEEK_MS}) order by failed_at desc nulls last, created_at limit ${rowsShown}`
  return { at, emails: [...emails] }
}

const WEEK_MS = 7 * 24 * 3_600_000

export async function readAuditEntries({ sql, now }: ViewParts): Promise<{ at: number; entries: AuditLineView[] }> {
  const entries = await sql<AuditLineView[]>`
    select id::int as id, at, actor, desk, action, object, address, detail from audit order by id desc limit ${rowsShown}`
  return { at: now(), entries: [...entries] }
}

export async function readDifferences({ sql, now }: ViewParts): Promise<ConsoleBreaksView> {
  const at = now()
  const breaks = await sql<ConsoleBreaksView['breaks']>`
    select found.id, day, found.desk, venue, name as account, compared ->> 'outcome' as outcome, trade_id, venue_trade_id, found_at
    from reconciliation_difference found join venue_account account on account.id = account_id
    where state = 'OPEN' order by found_at limit ${rowsShown}`
  const due = await sql<ConsoleBreaksView['due']>`
    select day, run.desk, venue, name as account, attempts, failure, next_attempt_at
    from reconciliation_run run join venue_account account on account.id = account_id
    where state = 'WAITING' and (next_attempt_at <= ${at} or attempts > 0) order by next_attempt_at limit ${rowsShown}`
  return { at, breaks: [...breaks], due: [...due] }
}

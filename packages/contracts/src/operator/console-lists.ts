/** The lists of the operator console: desks, people, access, announcements, emails, the audit log and open differences. */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'
import { AuditLine } from './console-views.ts'

const count = z.number().int()
const rate = z.object({ name: z.string(), most: count, within_ms: count })

const ConsoleDesk = z.object({
  ticker: z.string(),
  name: z.string(),
  firm: z.string(),
  is_maker: z.boolean(),
  suspended_at: Milliseconds.nullable(),
  members: count,
  keys: count,
  accounts: count,
  /** The limits of its administrators, in dollars and per cent; null without a limit. */
  most_notional: z.string().nullable(),
  most_deviation_percent: z.string().nullable(),
  /** Rates that the operator has set for this desk. */
  rates: z.array(rate),
})

export const ConsoleFirms = z.object({
  at: Milliseconds,
  firms: z.array(z.string()),
  desks: z.array(ConsoleDesk),
  /** The rates that apply to every other desk. */
  rates: z.array(rate),
})

const ConsolePerson = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  state: z.enum(['ACTIVE', 'SUSPENDED', 'DISABLED']),
  suspended_why: z.string().nullable(),
  desks: z.array(z.object({ ticker: z.string(), role: z.string(), is_suspended: z.boolean() })),
  has_two_factor: z.boolean(),
  last_seen_at: Milliseconds.nullable(),
})

export const ConsolePeople = z.object({
  at: Milliseconds,
  people: z.array(ConsolePerson),
  /** Those that are open. */
  invitations: z.array(z.object({ id: z.string(), desk: z.string(), email: z.string(), role: z.string(), expires_at: Milliseconds })),
})

export const ConsoleAccess = z.object({
  at: Milliseconds,
  flags: z.array(z.object({ name: z.string(), is_on: z.boolean(), desks: z.array(z.string()).nullable(), is_default: z.boolean() })),
  restrictions: z.array(z.object({ kind: z.enum(['country', 'address']), value: z.string() })),
})

/** The newest first, also those that have ended. */
export const ConsoleAnnouncements = z.object({
  at: Milliseconds,
  announcements: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['INFORMATION', 'MAINTENANCE', 'INCIDENT']),
      text: z.string(),
      starts_at: Milliseconds,
      ends_at: Milliseconds,
      is_on_sign_in: z.boolean(),
      made_by: z.string(),
      made_at: Milliseconds,
      withdrawn_at: Milliseconds.nullable(),
    }),
  ),
})

export const ConsoleMail = z.object({
  at: Milliseconds,
  emails: z.array(
    z.object({
      id: z.string(),
      recipient: z.string(),
      created_at: Milliseconds,
      attempts: count,
      /** When it is tried again; null if it was abandoned. */
      next_at: Milliseconds.nullable(),
      failed_at: Milliseconds.nullable(),
      last_error: z.string().nullable(),
    }),
  ),
})

export const ConsoleAudit = z.object({ at: Milliseconds, entries: z.array(AuditLine) })

export const ConsoleBreaks = z.object({
  at: Milliseconds,
  breaks: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      desk: z.string(),
      venue: z.string(),
      account: z.string(),
      outcome: z.string(),
      trade_id: z.string().nullable(),
      venue_trade_id: z.string(),
      found_at: Milliseconds,
    }),
  ),
  /** Comparisons that are due or have failed. */
  due: z.array(
    z.object({
      day: z.string(),
      desk: z.string(),
      venue: z.string(),
      account: z.string(),
      attempts: count,
      failure: z.string().nullable(),
      next_attempt_at: Milliseconds,
    }),
  ),
})

/** The passkeys of the person who reads them. */
export const ConsolePasskeys = z.object({
  at: Milliseconds,
  /** False if the console has an address of its own that is not set, because passkeys belong to one address. */
  are_offered: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      created_at: Milliseconds,
      last_used_at: Milliseconds.nullable(),
      is_synced: z.boolean(),
    }),
  ),
})

export type ConsolePasskeysView = z.output<typeof ConsolePasskeys>
export type ConsoleDeskView = z.output<typeof ConsoleDesk>
export type ConsolePersonView = z.output<typeof ConsolePerson>
export type ConsoleFirmsView = z.output<typeof ConsoleFirms>
export type ConsolePeopleView = z.output<typeof ConsolePeople>
export type ConsoleAccessView = z.output<typeof ConsoleAccess>
export type ConsoleAnnouncementsView = z.output<typeof ConsoleAnnouncements>
export type ConsoleMailView = z.output<typeof ConsoleMail>
export type ConsoleBreaksView = z.output<typeof ConsoleBreaks>

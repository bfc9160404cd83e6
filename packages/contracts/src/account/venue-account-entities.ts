/** Accounts at venues: which accounts the desk has connected, what each venue reported about them, and the visible part of a key. */
import { z } from 'zod'

/** Venues where a desk can have an account, including those at which it cannot trade here yet. */
export const AccountVenue = z.enum(['DBT', 'BYB', 'BIT', 'PRDX', 'CME', 'RBN', 'FKN', 'FTX'])
export const AccountHealthState = z.enum(['HEALTHY', 'WARNING', 'FAILING', 'UNCHECKED'])

export const KeyFinding = z
  .object({
    about: z.enum(['KEY', 'CLOCK', 'MODE', 'READ', 'TRADE', 'BLOCK_TRADE', 'BLOCK_RFQ', 'WITHDRAW', 'ADDRESSES', 'KEY_END']),
    verdict: z.enum(['GOOD', 'WARNING', 'BAD', 'NOT_SAID']),
    sentence: z.string(),
    venue_words: z.string().nullable(),
  })
  .meta({
    id: 'KeyFinding',
    description: 'One finding about a key at its venue. BAD prevents block trades from settling, WARNING does not.',
  })

export const KeyCheck = z
  .object({
    outcome: z.enum(['ANSWERED', 'REFUSED', 'UNREACHABLE', 'NOT_ASKED']),
    words: z.string().nullable(),
    checked_at: z.number(),
    took_ms: z.number(),
    account_name: z.string().nullable(),
    account_id: z.string().nullable(),
    mode: z.string().nullable(),
    key_ends_at: z.number().nullable(),
    may_read: z.boolean(),
    may_settle: z.boolean(),
    findings: z.array(KeyFinding),
  })
  .meta({
    id: 'KeyCheck',
    description:
      "The venue's response to a check of a key. Nothing is traded for it. REFUSED: the venue rejects the key. NOT_ASKED: this installation has no connection to that venue.",
  })

export const AccountHealth = z
  .object({
    state: AccountHealthState,
    words: z.string(),
    sentence: z.string().nullable(),
    last_success: z.object({ at: z.number(), took_ms: z.number() }).nullable(),
    last_refusal: z.object({ at: z.number(), code: z.string(), words: z.string() }).nullable(),
    /** Set if the venue did not respond to the last check. */
    unanswered: z.object({ at: z.number(), words: z.string() }).nullable(),
    check: KeyCheck.nullable(),
  })
  .meta({
    id: 'AccountHealth',
    description:
      'The result of the last check. `last_success` and `last_refusal` are the last blocks that settled with the account, or failed to.',
  })

export const VenueAccount = z
  .object({
    id: z.string(),
    venue: AccountVenue,
    name: z.string(),
    is_default: z.boolean(),
    is_read_only: z.boolean(),
    details: z.record(z.string(), z.string()).meta({
      description: 'The parts of the credentials that are not secret: the number of a clearing account, the address of a wallet.',
    }),
    health: AccountHealth,
    key: z
      .object({ entered_at: z.number(), rotate_by: z.number(), ends_at: z.number().nullable(), previous_until: z.number().nullable() })
      .nullable()
      .meta({
        description:
          'For administrators, for accounts that use a key. Until `previous_until`, the previous key still settles what was agreed with it.',
      }),
  })
  .meta({ id: 'VenueAccount', description: "A desk's account at a venue. Its credentials never leave the server." })

export const FirmCredential = z
  .object({
    id: z.string(),
    venue: AccountVenue,
    name: z.string(),
    is_default: z.boolean(),
    is_read_only: z.boolean(),
    state: AccountHealthState,
    checked_at: z.number().nullable(),
  })
  .meta({ id: 'FirmCredential', description: 'An account of the desk at any venue, for programs. It contains nothing of the key.' })

export type VenueAccountView = z.output<typeof VenueAccount>
export type FirmCredentialView = z.output<typeof FirmCredential>
export type KeyCheckView = z.output<typeof KeyCheck>
export type AccountHealthView = z.output<typeof AccountHealth>

/** Venue accounts and their health as sent to clients. Never contains a secret. */
import type { AccountHealthView, FirmCredentialView, KeyCheckView, VenueAccountView } from '@parley/contracts'
import { accountHealth, hasRight, rotateBy, venueForms, type DeskRole, type KeyFacts } from '@parley/core'
import type { VenueAccountRow } from '../rows.ts'
import type { HealthRecord } from './health-book.ts'
import type { TimedProof } from './prove-key.ts'

/** Members see the health of an account. Only administrators see anything about its key. */
export const venueAccountToWire = (row: VenueAccountRow, record: HealthRecord, role: DeskRole, now: number): VenueAccountView => ({
  id: row.id,
  venue: row.venue,
  name: row.name,
  is_default: row.isDefault,
  is_read_only: row.isReadOnly,
  details: row.openFields as Record<string, string>,
  health: healthToWire(row, record, now),
  key: hasRight(role, 'Administer') && hasKey(row) ? keyToWire(row, factsOf(record)) : null,
})

const hasKey = ({ venue }: VenueAccountRow): boolean => venueForms[venue].secret !== 'NONE'

function keyToWire({ keyedAt, previousUntil }: VenueAccountRow, facts: KeyFacts | undefined): NonNullable<VenueAccountView['key']> {
  return {
    entered_at: keyedAt,
    rotate_by: rotateBy(keyedAt, facts?.keyEndsAt),
    ends_at: facts?.keyEndsAt ?? null,
    previous_until: previousUntil,
  }
}

function healthToWire(row: VenueAccountRow, record: HealthRecord, now: number): AccountHealthView {
  const { state, words, sentence } = accountHealth({ proof: record.proof, isReadOnly: row.isReadOnly, hasKey: hasKey(row) }, now)
  const { lastSuccess, lastRefusal, unanswered, proof, checkedAt, tookMs } = record
  return {
    state,
    words,
    sentence: sentence ?? null,
    last_success: lastSuccess === undefined ? null : { at: lastSuccess.at, took_ms: lastSuccess.tookMs },
    last_refusal: lastRefusal ?? null,
    unanswered: unanswered ?? null,
    check: proof === undefined || checkedAt === undefined ? null : keyCheckToWire({ proof, at: checkedAt, tookMs: tookMs ?? 0 }),
  }
}

export function keyCheckToWire({ proof, at, tookMs }: TimedProof): KeyCheckView {
  const facts = proof.outcome === 'ANSWERED' ? proof.facts : undefined
  return {
    outcome: proof.outcome,
    words: proof.outcome === 'ANSWERED' ? null : proof.words,
    checked_at: at,
    took_ms: tookMs,
    account_name: facts?.accountName ?? null,
    account_id: facts?.accountId ?? null,
    mode: facts?.mode ?? null,
    key_ends_at: facts?.keyEndsAt ?? null,
    may_read: facts?.mayRead ?? false,
    may_settle: facts?.maySettle ?? false,
    findings: (facts?.findings ?? []).map(({ about, verdict, sentence, venueWords }) => ({
      ...{ about, verdict, sentence },
      venue_words: venueWords ?? null,
    })),
  }
}

/** `isDefault` is the caller's own default if they chose one, otherwise the desk's. */
export const firmCredentialToWire = (row: VenueAccountRow, record: HealthRecord, isDefault: boolean, now: number): FirmCredentialView => ({
  id: row.id,
  venue: row.venue,
  name: row.name,
  is_default: isDefault,
  is_read_only: row.isReadOnly,
  state: accountHealth({ proof: record.proof, isReadOnly: row.isReadOnly }, now).state,
  checked_at: record.checkedAt ?? null,
})

const factsOf = ({ proof }: HealthRecord): KeyFacts | undefined => (proof?.outcome === 'ANSWERED' ? proof.facts : undefined)

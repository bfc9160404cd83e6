/** Mail as the rest of the server knows it: an occasion to write to somebody, kept with the change that it tells of. */
import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from '../database/sql.ts'
import type { Vault } from '../vault/vault.ts'

/** Everything the product writes to people about. The words are in emails/. */
export type Occasion =
  | {
      readonly kind: 'Invitation'
      readonly deskName: string
      readonly firmName: string
      readonly roleName: string
      readonly inviterName: string
      readonly link: string
      readonly key: string
      readonly expiresAt: number
    }
  | { readonly kind: 'PasswordReset'; readonly firstName: string; readonly link: string; readonly validMinutes: number }
  | { readonly kind: 'PasswordChanged'; readonly firstName: string; readonly at: number; readonly address: string }
  | {
      readonly kind: 'EmailCode'
      readonly firstName: string
      readonly code: string
      /** The last where the person did not say which. */
      readonly purpose: 'TurnOffTwoFactor' | 'MakeBackupCodes' | 'ChangeTwoFactor'
      readonly validMinutes: number
    }
  | {
      readonly kind: 'FactorChanged'
      readonly firstName: string
      readonly change: 'TwoFactorOn' | 'TwoFactorOff' | 'BackupCodesMade' | 'PasskeyAdded' | 'PasskeyRemoved'
      /** The link that undoes it, for 24 hours. */
      readonly undo?: string
      readonly at: number
      readonly address: string
    }
  /** Says that few are left where `left` is 2 or less. */
  | { readonly kind: 'BackupCodeUsed'; readonly firstName: string; readonly left: number; readonly at: number; readonly address: string }
  | { readonly kind: 'NewSignIn'; readonly firstName: string; readonly device: string; readonly address: string; readonly at: number }
  | {
      readonly kind: 'AccessChanged'
      readonly firstName: string
      readonly deskName: string
      readonly change: 'Suspended' | 'Restored' | 'Removed' | 'RoleChanged'
      readonly roleName: string
    }
  | {
      readonly kind: 'ApiKeyChanged'
      readonly firstName: string
      readonly keyName: string
      readonly change: 'Made' | 'Changed' | 'Rotated' | 'Revoked'
      readonly byName: string
      readonly at: number
      readonly address: string
    }
  /** Came from an address that the key is not for. */
  | { readonly kind: 'ApiKeyRefused'; readonly firstName: string; readonly keyName: string; readonly at: number; readonly address: string }
  /** Of a person who may no longer trade, to the administrators. */
  | {
      readonly kind: 'KeysSettled'
      readonly firstName: string
      readonly personName: string
      readonly keyNames: readonly string[]
      readonly change: 'Suspended' | 'HandedOver'
      readonly byName: string
      readonly at: number
      readonly address: string
    }
  /** A key at a venue has begun to fail, to the administrators. */
  | {
      readonly kind: 'VenueAccountFailing'
      readonly firstName: string
      readonly accountName: string
      readonly venueName: string
      readonly sentence: string
      readonly at: number
    }
  /** Happened at the desk while the reader was away; `more` of it are counted only. */
  | {
      readonly kind: 'Digest'
      readonly firstName: string
      readonly deskName: string
      readonly lines: readonly string[]
      readonly more: number
    }
  /** A comparison with the venues has found something new; `more` of it are counted only. */
  | {
      readonly kind: 'DifferencesFound'
      readonly firstName: string
      readonly deskName: string
      /** In UTC: `2026-11-21`. */
      readonly day: string
      readonly lines: readonly string[]
      readonly more: number
    }
  /** Of a trade that both desks book at the venue themselves; `terms` are its legs as this desk does them. */
  | {
      readonly kind: 'TradeToBook'
      readonly firstName: string
      readonly deskName: string
      readonly change: 'Agreed' | 'Reminded' | 'Disputed'
      readonly venueName: string
      readonly terms: readonly string[]
      readonly account: string
      readonly otherDesk: string
      readonly otherAccount: string
      readonly dueAt: number
    }
  | { readonly kind: 'AgreementDue'; readonly firstName: string; readonly memberName: string; readonly agreementTitle: string }

export interface Post {
  /** Within the caller's transaction: the email leaves if, and only if, what it tells of has happened. */
  send(tx: Sql | TransactionSql, to: string, occasion: Occasion, now: number): Promise<void>
}

/** The notification that dispatchers of every server listen to; sent with the commit. */
export const EMAIL_WRITTEN = 'parley_mail'

export const aboutMail = (id: string): string => `mail ${id}`

/** Writes emails down; the dispatcher sends them. */
export const createPost = (vault: Vault): Post => ({
  async send(tx, to, occasion, now) {
    const id = randomUUID()
    const sealed = vault.seal(JSON.stringify(occasion), aboutMail(id))
    await tx`insert into mail (id, recipient, content_sealed, created_at, next_at) values (${id}, ${to}, ${sealed}, ${now}, ${now})`
    await tx`select pg_notify(${EMAIL_WRITTEN}, '')`
  },
})

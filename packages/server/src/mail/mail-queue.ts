/** Mail as the rest of the server uses it: an occasion for an email, stored with the change that it reports. */
import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from '../database/sql.ts'
import type { Vault } from '../vault/vault.ts'

/** Everything that the product sends emails about. The texts are in emails/. */
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
      /** The last one if the user did not specify it. */
      readonly purpose: 'TurnOffTwoFactor' | 'MakeBackupCodes' | 'ChangeTwoFactor'
      readonly validMinutes: number
    }
  | {
      readonly kind: 'FactorChanged'
      readonly firstName: string
      readonly change: 'TwoFactorOn' | 'TwoFactorOff' | 'BackupCodesMade' | 'PasskeyAdded' | 'PasskeyRemoved'
      /** The link that reverses it, valid for 24 hours. */
      readonly undo?: string
      readonly at: number
      readonly address: string
    }
  /** Warns about few codes if `left` is 2 or less. */
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
  /** Used from an address that the key does not allow. */
  | { readonly kind: 'ApiKeyRefused'; readonly firstName: string; readonly keyName: string; readonly at: number; readonly address: string }
  /** For the administrators: what a user created with rights that have ended. At least one list has entries. */
  | {
      readonly kind: 'RightsSettled'
      readonly firstName: string
      readonly personName: string
      readonly keyNames: readonly string[]
      readonly change: 'Suspended' | 'HandedOver'
      /** The people whose invitations were withdrawn. */
      readonly invitedAddresses: readonly string[]
      readonly byName: string
      readonly at: number
      readonly address: string
    }
  /** For the administrators: `who`, an address or a name, is an administrator now or can become one. */
  | {
      readonly kind: 'AdministratorAdded'
      readonly firstName: string
      readonly change: 'Invited' | 'RoleChanged'
      readonly who: string
      readonly byName: string
      readonly at: number
      readonly address: string
    }
  /** For the administrators: a key at a venue has begun to fail. */
  | {
      readonly kind: 'VenueAccountFailing'
      readonly firstName: string
      readonly accountName: string
      readonly venueName: string
      readonly sentence: string
      readonly at: number
    }
  /** Events at the desk while the reader was away. `more` further ones are only counted. */
  | {
      readonly kind: 'Digest'
      readonly firstName: string
      readonly deskName: string
      readonly lines: readonly string[]
      readonly more: number
    }
  /** A comparison with the venues has found new differences. `more` further ones are only counted. */
  | {
      readonly kind: 'DifferencesFound'
      readonly firstName: string
      readonly deskName: string
      /** In UTC: `2026-11-21`. */
      readonly day: string
      readonly lines: readonly string[]
      readonly more: number
    }
  /** A trade that both desks book at the venue themselves. `terms` are its legs from this desk's side. */
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
  /** Runs within the caller's transaction: the email is sent if, and only if, the change that it reports was made. */
  send(tx: Sql | TransactionSql, to: string, occasion: Occasion, now: number): Promise<void>
}

/** The notification that dispatchers of every server listen to; sent with the commit. */
export const EMAIL_WRITTEN = 'parley_mail'

export const aboutMail = (id: string): string => `mail ${id}`

/** Stores emails. The dispatcher sends them. */
export const createPost = (vault: Vault): Post => ({
  async send(tx, to, occasion, now) {
    const id = randomUUID()
    const sealed = vault.seal(JSON.stringify(occasion), aboutMail(id))
    await tx`insert into mail (id, recipient, content_sealed, created_at, next_at) values (${id}, ${to}, ${sealed}, ${now}, ${now})`
    await tx`select pg_notify(${EMAIL_WRITTEN}, '')`
  },
})

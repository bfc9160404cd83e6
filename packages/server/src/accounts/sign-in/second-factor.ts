/** Second factors as signing in and step-up see them; accounts/factors/ implements them. */
import type { UserId } from '@parley/core'
import type { UserRow } from '../rows.ts'

/** As the calls have it; an empty text counts as none. */
export type GivenFactor = {
  readonly totp_token?: string | null | undefined
  readonly passkey?: Readonly<Record<string, unknown>> | null | undefined
}

export type GivenFrom = { readonly address: string; readonly requestId?: string | undefined }

export interface SecondFactors {
  /** The factors the person has beside the password: any one of those that are true; nothing where both are false. */
  needed(user: UserId): { readonly totp: boolean; readonly passkey: boolean }
  /**
   * A right code or assertion counts once. `Missing` where nothing was given. Asked only where something is needed. `from` is for the mail
   * and the audit entry about a backup code that was used.
   */
  check(user: UserRow, given: GivenFactor, now: number, from: GivenFrom): Promise<'Right' | 'Wrong' | 'Missing'>
}

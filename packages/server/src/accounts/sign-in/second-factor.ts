/** Second factors as seen by sign-in and step-up. They are implemented in accounts/factors/. */
import type { UserId } from '@parley/core'
import type { UserRow } from '../rows.ts'

/** As sent in the calls. An empty string counts as absent. */
export type GivenFactor = {
  readonly totp_token?: string | null | undefined
  readonly passkey?: Readonly<Record<string, unknown>> | null | undefined
}

export type GivenFrom = { readonly address: string; readonly requestId?: string | undefined }

export interface SecondFactors {
  /** The user's factors in addition to the password: any one that is true is enough. If both are false, none is needed. */
  needed(user: UserId): { readonly totp: boolean; readonly passkey: boolean }
  /**
   * A correct code or assertion is valid once. `Missing` if none was sent. Called only if a factor is needed. `from` is for the email and the audit
   * entry about a used backup code.
   */
  check(user: UserRow, given: GivenFactor, now: number, from: GivenFrom): Promise<'Right' | 'Wrong' | 'Missing'>
}

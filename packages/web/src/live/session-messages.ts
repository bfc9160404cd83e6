/** The messages of a refused sign-in, exactly as the product specification has them. */
import { ClientError } from '@parley/client'

const NETWORK = 'Network error please check your Internet.'
const FALLBACK = 'Something bad happened, try again...'
/** The SDK's message if the response has none. */
const UNKNOWN = 'Unknown error'
const TWO_FACTOR = 'Two Factor Authentication code is required'

/** The factors that can accompany the password: a code of the app, a backup code, a passkey. */
export type Factor = 'totp' | 'backup' | 'passkey'

/** The factors of which the server requires one, if that is its response. Undefined for every other refusal. */
export function factorsWanted(error: unknown): readonly Factor[] | undefined {
  if (!(error instanceof ClientError) || error.message !== TWO_FACTOR) return undefined
  const named = error.fields['factors'] ?? ['totp']
  // Backup codes come with the app, and can replace its code.
  return [...(named.includes('totp') ? (['totp', 'backup'] as const) : []), ...(named.includes('passkey') ? (['passkey'] as const) : [])]
}

export function signInError(error: unknown): string {
  if (error instanceof ClientError) {
    if (error.error === 'NetworkError' || error.error === 'Timeout' || error.error === 'Aborted') return NETWORK
    const field = ['non_field_errors', 'email', 'totp_token', 'passkey'].flatMap((name) => error.fields[name] ?? [])[0]
    if (field !== undefined) return field
    // A failure of the server, or of a proxy in front of it, has no message for a person.
    return error.message === '' || error.message === UNKNOWN
      ? FALLBACK
      : error.error === undefined
        ? error.message
        : `${error.error}: ${error.message}`
  }
  if (error instanceof TypeError || (error instanceof DOMException && /Abort|Timeout/.test(error.name))) return NETWORK
  return error instanceof Error ? `${error.name}: ${error.message}` : FALLBACK
}

/** What a refused sign-in says (the words are the product's, to the letter). */
import { ClientError } from '@parley/client'

const NETWORK = 'Network error please check your Internet.'
const FALLBACK = 'Something bad happened, try again...'

export function signInError(error: unknown): string {
  if (error instanceof ClientError) {
    if (error.error === 'NetworkError' || error.error === 'Timeout' || error.error === 'Aborted') return NETWORK
    const field = error.fields['non_field_errors']?.[0] ?? error.fields['email']?.[0]
    if (field !== undefined) return field
    return error.message === '' ? FALLBACK : error.error === undefined ? error.message : `${error.error}: ${error.message}`
  }
  if (error instanceof TypeError || (error instanceof DOMException && /Abort|Timeout/.test(error.name))) return NETWORK
  return error instanceof Error ? `${error.name}: ${error.message}` : FALLBACK
}

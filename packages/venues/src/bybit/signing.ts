/** Signs the venue's calls: HMAC-SHA256 over the time, the key, the receive window, and the query or body exactly as it is sent. */
import { createHmac } from 'node:crypto'
import type { VenueCredentials } from '../port/venue-answers.ts'

type Signed = { readonly timestamp: number; readonly windowMs: number; readonly payload: string }

export function signedHeaders(
  { clientId, clientSecret }: VenueCredentials,
  { timestamp, windowMs, payload }: Signed,
): Record<string, string> {
  const text = `${timestamp}${clientId}${windowMs}${payload}`
  return {
    'X-BAPI-API-KEY': clientId,
    'X-BAPI-TIMESTAMP': String(timestamp),
    'X-BAPI-RECV-WINDOW': String(windowMs),
    'X-BAPI-SIGN': createHmac('sha256', clientSecret).update(text).digest('hex'),
  }
}

/** The signature of a request: HMAC-SHA256 over time, method, path with query and the body as sent. */
import { ClientError } from './client.ts'

const encoder = new TextEncoder()

export type Signable = { readonly timestampMs: number; readonly method: string; readonly pathWithQuery: string; readonly body: string }

/** One per key pair: the secret is decoded and imported once. */
export function createSigner(secretKey: string): (request: Signable) => Promise<string> {
  const key = importSecret(secretKey)
  // An unreadable secret fails when something is signed, at the await below, and not earlier as an unhandled rejection.
  key.catch(() => undefined)
  return async ({ timestampMs, method, pathWithQuery, body }) => {
    const text = `${timestampMs}\n${method.toUpperCase()}\n${pathWithQuery}\n${body}`
    return toBase64(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)))
  }
}

async function importSecret(secretKey: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(decode(secretKey), (character) => character.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

function decode(secretKey: string): string {
  try {
    return atob(secretKey)
  } catch (cause) {
    throw new ClientError('The secret key is not valid base64.', { status: 0, cause })
  }
}

const toBase64 = (signature: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(signature)))

/** The signature of a request: HMAC-SHA256 over time, method, path with query and the raw bytes of the body. */
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { wireLimits } from '@parley/contracts'

export type Signed = {
  readonly timestamp: string
  readonly method: string
  /** As sent, with the trailing slash and the query if there were any. */
  readonly pathWithQuery: string
  readonly body: Uint8Array
}

const NEWLINE = '\n'

/** The signature in base64. `secret` is the decoded secret key, turned into a key object once: signing from bytes takes six times as long. */
export const sign = (secret: KeyObject, signed: Signed): string => mac(secret, signed).toString('base64')

function mac(secret: KeyObject, { timestamp, method, pathWithQuery, body }: Signed): Buffer {
  return createHmac('sha256', secret)
    .update(timestamp + NEWLINE + method.toUpperCase() + NEWLINE + pathWithQuery + NEWLINE)
    .update(body)
    .digest()
}

/** Takes the same time however the signature is wrong. */
export function isSignature(secret: KeyObject, signed: Signed, signature: string): boolean {
  const given = Buffer.from(signature, 'base64')
  const right = mac(secret, signed)
  return given.length === right.length && timingSafeEqual(given, right)
}

export const isTimely = (timestamp: string, nowMs: number): boolean =>
  /^\d{1,15}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs) <= wireLimits.signatureWindowMs

/** A signed call as a bot without our SDK makes it. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export type Key = { readonly accessKey: string; readonly secretKey: string }

const keys = new Map<string, KeyObject>()

/** Created once: importing it from text would take longer than the signature. */
function keyOf(secretKey: string): KeyObject {
  const made = keys.get(secretKey) ?? createSecretKey(secretKey, 'base64')
  keys.set(secretKey, made)
  return made
}

/**
 * One counter for each key: a shared one would run ahead of the clock at more than a thousand calls a second, and out of the signature's time window.
 */
const lastAt = new Map<string, number>()

export function signedHeaders({ accessKey, secretKey }: Key, method: string, path: string, body: string): Record<string, string> {
  // Two equal writes in one millisecond would count as a repeat.
  const now = Math.max((lastAt.get(accessKey) ?? 0) + 1, Date.now())
  lastAt.set(accessKey, now)
  const at = String(now)
  const signature = createHmac('sha256', keyOf(secretKey)).update(`${at}\n${method}\n${path}\n${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    authorization: `Bearer ${accessKey}`,
    'paradigm-api-timestamp': at,
    'paradigm-api-signature': signature,
  }
}

export async function post<Answer>(url: string, key: Key, path: string, content: object): Promise<Answer> {
  const body = JSON.stringify(content)
  const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers: signedHeaders(key, 'POST', path, body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

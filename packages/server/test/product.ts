/** The product on a test database, with two desks, for tests of its protocols. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Log } from '../src/log/log.ts'
import { unhurried } from '../src/limits/rate-names.ts'
import { keepKey } from './kept-keys.ts'
import { lightWork } from './light-work.ts'
import { otherVenues } from './market-venue.ts'
import { createServer, type RunningServer } from '../src/server.ts'
import type { ServerOptions } from '../src/server-options.ts'

export type Key = { readonly accessKey: string; readonly secretKey: string }
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: unknown
}
export type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array }

/** A sent email. `links` are those of its text, in order. */
export type TestEmail = {
  readonly id: string
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly at: number
}

export const PASSWORD = 'correct horse battery'

export type TestProduct = {
  readonly server: RunningServer
  /** Moved by the test. */
  readonly clock: { now: number }
  readonly key: Key
  readonly dataDir: string
  readonly logged: () => string
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Signed with the desk's key, or with a different one. */
  signed(method: string, path: string, body?: string, by?: Key): Promise<Answer>
  signIn(email?: string): Promise<string>
  /** Everything that was written so far, to one address or to all, newest first. */
  mails(to?: string): Promise<readonly TestEmail[]>
  close(): Promise<void>
}

export async function startTestProduct(databaseUrl: string, more: Partial<ServerOptions> = {}): Promise<TestProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-product-'))
  const clock = { now: 1_800_000_000_000 }
  const lines: string[] = []
  const write = (details: object, sentence: string) => void lines.push(`${sentence} ${JSON.stringify(details, plainError)}`)
  const log: Log = { info: write, warn: write, error: write }
  const server = await createServer({
    dataDir,
    databaseUrl,
    port: 0,
    now: () => clock.now,
    log,
    mail: { kind: 'mailbox' },
    venues: otherVenues(() => clock.now),
    ...more,
    rates: { ...unhurried, ...more.rates },
    passwordWork: more.passwordWork ?? lightWork,
  })
  const { operator } = server
  await operator.createDesk({ ticker: 'ORRY', name: 'Orrery', firmName: 'Orrery Ltd', isMaker: false, limits: 'NONE' })
  await operator.createDesk({ ticker: 'KEST', name: 'Kestrel', firmName: 'Kestrel Ltd', isMaker: true, limits: 'NONE' })
  const person = { password: PASSWORD, firstName: 'Ada', lastName: 'Orr', desk: 'ORRY' } as const
  await operator.createUser({ ...person, email: 'ada@orrery.example', role: 'administrator' })
  await operator.createUser({ ...person, email: 'vera@orrery.example', role: 'viewer' })
  await operator.createUser({ ...person, email: 'kit@kestrel.example', desk: 'KEST', role: 'administrator' })
  const key = await keepKey(operator, { databaseUrl, desk: 'ORRY', name: 'bot' })

  const send = (method: string, path: string, sent: Sent = {}) => sendTo(server.baseUrl, method, path, sent)
  // The clock does not move, and no two signed writes may be the same, so each is signed a little later.
  let signedCount = 0
  const signedAt = () => clock.now + (signedCount++ % 1000)
  return {
    server,
    clock,
    key,
    dataDir,
    logged: () => lines.join('\n'),
    send,
    signed: (method, path, body = '', by = key) =>
      send(method, path, { body, headers: signatureHeaders(by, signedAt(), method, path, body) }),
    async signIn(email = 'ada@orrery.example') {
      const { json } = await send('POST', '/account/login/', { body: JSON.stringify({ email, password: PASSWORD }) })
      return (json as { token: string }).token
    },
    async mails(to) {
      const { json } = await send('GET', `/dev/mail/messages${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
      return (json as { results: readonly TestEmail[] }).results
    },
    async close() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const plainError = (_key: string, value: unknown): unknown => (value instanceof Error ? `${value.stack}` : value)

export const signatureHeaders = (key: Key, now: number, method: string, path: string, body: string): Record<string, string> => ({
  authorization: `Bearer ${key.accessKey}`,
  'paradigm-api-timestamp': String(now),
  'paradigm-api-signature': createHmac('sha256', Buffer.from(key.secretKey, 'base64'))
    .update(`${now}\n${method}\n${path}\n${body}`)
    .digest('base64'),
})

/** As bytes on the wire, because fetch refuses to send a GET with a body. */
function sendTo(baseUrl: string, method: string, path: string, { headers = {}, body = '' }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body)
    const size: Record<string, string> = length === 0 ? {} : { 'content-length': String(length), 'content-type': 'application/json' }
    const { hostname, port } = new URL(baseUrl)
    const outgoing = request({ hostname, port, path, method, headers: { ...size, ...headers } }, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        const isJson = /json/.test(incoming.headers['content-type'] ?? '')
        const plain = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
        resolve({ status: incoming.statusCode ?? 0, headers: plain, text, json: isJson && text !== '' ? JSON.parse(text) : undefined })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export type TestSocket = {
  readonly frames: readonly Record<string, unknown>[]
  send(message: unknown): void
  /** Waits for the next matching frame after those already consumed. */
  next(fits?: (frame: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

/** A socket that is authenticated by the key's signature, as cancel-on-disconnect requires. */
export const openSignedSocket = (
  { baseUrl, now }: { readonly baseUrl: string; readonly now: number },
  key: Key,
  pathWithQuery: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestSocket> => openTestSocket(baseUrl, pathWithQuery, { ...signatureHeaders(key, now, 'GET', pathWithQuery, ''), ...headers })

export function openTestSocket(baseUrl: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<TestSocket> {
  const ws = new WebSocket(`${baseUrl.replace('http', 'ws')}${query}`, { headers: { ...headers }, perMessageDeflate: false })
  const frames: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  let seen = 0
  ws.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Record<string, unknown>)
    for (const look of [...waiting]) look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  const next = (fits: (frame: Record<string, unknown>) => boolean = () => true) =>
    new Promise<Record<string, unknown>>((resolve) => {
      const look = () => {
        const found = frames.findIndex((frame, index) => index >= seen && fits(frame))
        if (found < 0) return
        waiting.delete(look)
        seen = found + 1
        resolve(frames[found]!)
      }
      waiting.add(look)
      look()
    })
  const send = (message: unknown) => ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  return new Promise((resolve, reject) => {
    ws.on('open', () => resolve({ frames, send, next, closed, close: () => ws.close() }))
    ws.on('unexpected-response', (_request, response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => reject(new HandshakeRefused(response.statusCode ?? 0, Buffer.concat(pieces).toString())))
    })
    ws.on('error', reject)
  })
}

export class HandshakeRefused extends Error {
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
    this.body = body
  }
}

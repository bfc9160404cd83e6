/** A bot as others have written it for the published API: its own signature, plain fetch, plain WebSocket, and none of our client code. */
import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Answer, Json } from './answer.ts'
import { askUntilAllowed } from './until-allowed.ts'

export type Keys = { readonly accessKey: string; readonly secretKey: string }
export type Extra = {
  readonly headers?: Readonly<Record<string, string>>
  readonly at?: number
  readonly signedAs?: string
  readonly signedBody?: string
}

/** A busy machine responds late; a hanging one never does. */
const ANSWERS_WITHIN_MS = 60_000

export function signature(secretKey: string, timestamp: string, method: string, pathWithQuery: string, body: string): string {
  const text = `${timestamp}\n${method}\n${pathWithQuery}\n${body}`
  return createHmac('sha256', Buffer.from(secretKey, 'base64')).update(text).digest('base64')
}

let lastAt = 0
/** Never the same twice: two equal requests in one millisecond would count as a repeat. */
const nextAt = (): number => (lastAt = Math.max(lastAt + 1, Date.now()))

export function signedHeaders({ accessKey, secretKey }: Keys, method: string, path: string, body = '', at = nextAt()) {
  return {
    Authorization: `Bearer ${accessKey}`,
    'Paradigm-API-Timestamp': String(at),
    'Paradigm-API-Signature': signature(secretKey, String(at), method, path, body),
  }
}

export type Bot = {
  readonly keys: Keys
  /** A string is sent as it is; anything else as compact JSON. */
  send(method: string, path: string, body?: unknown, extra?: Extra): Promise<Answer>
  /** Fails unless the response has this status; waits after a 429. */
  must(status: number, method: string, path: string, body?: unknown): Promise<Json>
}

export function createBot(baseUrl: string, keys: Keys): Bot {
  const send: Bot['send'] = (method, path, body, extra = {}) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const headers = signedHeaders(keys, extra.signedAs ?? method, path, extra.signedBody ?? text, extra.at)
    return sendRaw(baseUrl, method, path, text, { 'content-type': 'application/json', ...headers, ...extra.headers })
  }
  return {
    keys,
    send,
    async must(status, method, path, body) {
      const answer = await askUntilAllowed(() => send(method, path, body))
      if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
      return answer.json
    },
  }
}

/** `fetch` refuses a GET with a body, and known bots send one, so this uses Node's own request. */
export function sendRaw(
  baseUrl: string,
  method: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl)
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
        resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text, json: parsed(text) })
      })
    })
    asked.setTimeout(ANSWERS_WITHIN_MS, () => asked.destroy(new Error(`${method} ${path} hangs`)))
    asked.on('error', reject)
    asked.end(body)
  })
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return { notJson: text } as unknown as Json
  }
}

/** The HTTP status of a socket's handshake: 101 if it is accepted. */
export function shakeHands(baseUrl: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { hostname, port } = new URL(baseUrl)
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'c3ByaW5nIGluIGEgYm90dA==',
  }
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, path, headers: { ...upgrade, ...headers } })
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

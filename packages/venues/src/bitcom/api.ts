/** The venue's REST calls. Private calls are signed, each call is sent once, and a lost response is reported as lost. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { asObject, parseObject } from '../adapter/wire-object.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { MAX_ANSWER_BYTES, MAX_SOCKETS_TO_VENUE } from './limits.ts'
import { signatureOf, type Params } from './sign.ts'

export type ApiAnswer =
  | { readonly kind: 'RESULT'; readonly data: unknown; readonly hasMore: boolean }
  | { readonly kind: 'ERROR'; readonly code: number; readonly message: string }
  /** Sent and perhaps carried out, but no response arrived. */
  | { readonly kind: 'LOST'; readonly reason: string }

export type ApiCall = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly params: Params
  readonly credentials?: VenueCredentials
  /** The venue's time, for signing private calls. */
  readonly timestamp?: number
}

export interface Api {
  send(call: ApiCall): Promise<ApiAnswer>
  close(): void
}

export function createApi(url: string, callTimeoutMs: number): Api {
  const isSecure = url.startsWith('https:')
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_SOCKETS_TO_VENUE })
  let isClosed = false
  return {
    send: (call) =>
      isClosed
        ? Promise.resolve({ kind: 'LOST', reason: 'the venue adapter is closed' })
        : new Promise((resolve) => {
            const { target, headers, body } = prepare(call)
            const lost = (reason: string): void => resolve({ kind: 'LOST', reason })
            const request = (isSecure ? httpsRequest : httpRequest)(
              `${url}${target}`,
              { method: call.method, agent, headers },
              (incoming) => read(incoming).then(resolve, () => lost('the connection to the venue was lost')),
            )
            const timer = setTimeout(() => {
              lost(`the venue did not answer ${call.path} in ${callTimeoutMs} ms`)
              request.destroy()
            }, callTimeoutMs)
            request.on('error', (error) => lost(`the venue cannot be reached: ${error.message}`))
            request.on('close', () => clearTimeout(timer))
            request.end(body)
          }),
    close: () => {
      isClosed = true
      agent.destroy()
    },
  }
}

type Prepared = { readonly target: string; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined }

function prepare({ method, path, params, credentials, timestamp }: ApiCall): Prepared {
  const dated = timestamp === undefined ? params : { ...params, timestamp }
  const signed: Params = credentials === undefined ? dated : { ...dated, signature: signatureOf(path, dated, credentials.clientSecret) }
  const key: Readonly<Record<string, string>> = credentials === undefined ? {} : { 'X-Bit-Access-Key': credentials.clientId }
  const headers = { accept: 'application/json', 'language-type': '1', ...key }
  if (method === 'POST') {
    const body = JSON.stringify(signed)
    return {
      target: path,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
      body,
    }
  }
  const fields = Object.entries(signed).map(([name, value]): [string, string] => [name, String(value)])
  const query = fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
  return { target: `${path}${query}`, headers, body: undefined }
}

async function read(incoming: IncomingMessage): Promise<ApiAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the venue's response is too large")
    chunks.push(chunk)
  }
  return answerFromWire(incoming.statusCode ?? 0, Buffer.concat(chunks).toString())
}

/** A refusal has the venue's own code, or the HTTP status if there is no code. Pure. */
export function answerFromWire(status: number, text: string): ApiAnswer {
  const body = parseObject(text)
  const code = body?.['code']
  const message = typeof body?.['message'] === 'string' && body['message'] !== '' ? body['message'] : undefined
  if (status >= 500) return { kind: 'LOST', reason: `the venue answered ${status}${message === undefined ? '' : `: ${message}`}` }
  if (status !== 200)
    return { kind: 'ERROR', code: typeof code === 'number' && code !== 0 ? code : status, message: message ?? `HTTP ${status}` }
  if (typeof code !== 'number') return { kind: 'LOST', reason: 'the venue sent a response in an unknown format' }
  if (code !== 0) return { kind: 'ERROR', code, message: message ?? `code ${code}` }
  return { kind: 'RESULT', data: body?.['data'], hasMore: asObject(body?.['page_info'])?.['has_more'] === true }
}

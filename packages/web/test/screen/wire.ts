/**
 * A simulated network for screen tests: it replaces the `fetch` and `WebSocket` of the page. It accepts only calls and channels of the contracts, and
 * checks every request of the page and every answer of the test against their schemas. A call without an answer fails the test.
 */
import type { Call } from '@parley/contracts'
import { type Answer, type WireRequest, noAnswer, noNetwork, Refused } from './answers.ts'
import { callFor } from './contracts-index.ts'
import { createSockets, type Sockets } from './wire-sockets.ts'

/** A request that the page made. */
export type Sent = { readonly call: string; readonly body: unknown; readonly params: WireRequest['params']; readonly query: string }

export type Wire = Pick<Sockets, 'publish' | 'list' | 'cut'> & {
  /** Sets the answer to a call and replaces an earlier one. */
  readonly answer: (...answers: readonly Answer[]) => void
  /** Every request to a call, oldest first. */
  readonly sentTo: (call: Call) => readonly Sent[]
  /** Offline: requests fail, sockets close, and the page receives the browser's `offline` event. Online reverses this. */
  readonly setOnline: (isOnline: boolean) => void
  /** Requests and answers that the contracts do not allow. */
  readonly faults: () => readonly string[]
  readonly close: () => void
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

export function openWire(first: readonly Answer[]): Wire {
  const answers = new Map<string, Answer>()
  const sent: Sent[] = []
  const faults: string[] = []
  const blame = (fault: string): void => void faults.push(fault)
  const sockets = createSockets(blame)
  let isOnline = true
  let isClosed = false
  const add = (...more: readonly Answer[]): void => more.forEach((one) => void answers.set(nameOf(one.call), one))
  add(...first)

  async function send(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search, searchParams } = new URL(address, location.origin)
    const found = callFor(init.method ?? 'GET', pathname)
    if (found === undefined) {
      blame(`The contracts have no call ${init.method ?? 'GET'} ${pathname}.`)
      throw new TypeError('no such call')
    }
    const { call, params } = found
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    if (!isOnline) throw new TypeError('Failed to fetch')
    sent.push({ call: nameOf(call), body, params, query: search })
    const wrong = call.body?.safeParse(body).error
    if (wrong !== undefined) blame(`${nameOf(call)} was sent a body that the contracts do not allow: ${wrong.message}`)
    if (call.who !== 'anyone' && !new Headers(init.headers).has('authorization'))
      return responseOf(call, new Refused('NotAuthenticated'), blame)
    const answered = answers.get(nameOf(call))
    if (answered === undefined) blame(`The test does not answer ${nameOf(call)}.`)
    const outcome: unknown = answered === undefined ? noNetwork : answered.reply({ params, query: searchParams, body: body as never })
    if (outcome === noNetwork) throw new TypeError('Failed to fetch')
    if (outcome === noAnswer || isClosed) return untilAborted(init.signal, () => isClosed)
    return responseOf(call, outcome, blame, answered?.headers)
  }

  const before = { fetch: globalThis.fetch, WebSocket: globalThis.WebSocket }
  globalThis.fetch = (address, init) => send(String(address), init)
  globalThis.WebSocket = sockets.Socket
  const setOnline = (next: boolean): void => {
    isOnline = next
    sockets.setOnline(next)
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => next })
    dispatchEvent(new Event(next ? 'online' : 'offline'))
  }
  return {
    ...{ answer: add, setOnline, publish: sockets.publish, list: sockets.list, cut: sockets.cut },
    sentTo: (call) => sent.filter((one) => one.call === nameOf(call)),
    faults: () => faults,
    close: () => {
      isClosed = true
      if (!isOnline) setOnline(true)
      sockets.close()
      Object.assign(globalThis, before)
    },
  }
}

function responseOf(call: Call, outcome: unknown, blame: (fault: string) => void, more: Answer['headers'] = {}): Response {
  const headers = { 'content-type': 'application/json', date: new Date().toUTCString(), ...more }
  if (outcome instanceof Refused) return new Response(JSON.stringify(outcome.bodyAt(call.path)), { status: outcome.status, headers })
  const wrong = call.answer.safeParse(outcome).error
  if (wrong !== undefined) blame(`The test answers ${nameOf(call)} with what the contracts do not allow: ${wrong.message}`)
  const status = call.status ?? 200
  return new Response(status === 204 ? null : JSON.stringify(outcome), { status, headers })
}

const untilAborted = (signal: AbortSignal | null | undefined, isTestOver: () => boolean): Promise<never> =>
  new Promise((_, reject) => {
    // The client would send a request that timed out again, to the next test.
    signal?.addEventListener('abort', () => isTestOver() || reject(signal.reason as Error))
  })

/** The HTTP side of a simulated venue: reads a call, applies faults, and sends the venue's response. */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Fault, Faults } from './faults.ts'
import type { VenueClock } from './venue-clock.ts'

export type Call = {
  readonly method: string
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

export type Answer = { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }

export type HttpVenue = {
  readonly faults: Faults
  readonly clock: VenueClock
  readonly maxBodyBytes: number
  /** The name under which faults for it are ordered. */
  nameOf(call: Call): string
  /** Checks the call on arrival. The returned function carries it out, however late. */
  receive(call: Call): () => Answer
  /** The response to a call for which a refusal was ordered. */
  refuse(fault: Extract<Fault, { kind: 'REJECT' }>): Answer
}

export interface HttpSide {
  readonly listener: RequestListener
  /** No call is waiting to be carried out. */
  isQuiet(): boolean
  /** Drops the delayed calls. */
  close(): void
}

export function createHttpSide(venue: HttpVenue): HttpSide {
  const late = new Set<NodeJS.Timeout>()
  let underWay = 0
  const putOff = (delayMs: number, work: () => void): void => {
    const timer = setTimeout(() => {
      late.delete(timer)
      work()
    }, delayMs)
    late.add(timer)
  }
  return {
    listener: (incoming, outgoing) => {
      underWay += 1
      readCall(incoming, venue.maxBodyBytes)
        .then((call) => serve(call, { outgoing, venue, putOff }))
        .catch(() => outgoing.destroy())
        .finally(() => (underWay -= 1))
    },
    isQuiet: () => underWay === 0 && late.size === 0,
    close: () => late.forEach(clearTimeout),
  }
}

/** Undefined if the body is longer. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  let body = ''
  for await (const chunk of incoming) if ((body += String(chunk)).length > maxBytes) return undefined
  return body
}

async function readCall(incoming: IncomingMessage, maxBodyBytes: number): Promise<Call> {
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2)
  const body = await readBody(incoming, maxBodyBytes)
  if (body === undefined) throw new Error('the body is too large')
  const { method = 'GET', headers, socket } = incoming
  return { method, path, query, body, headers, address: socket.remoteAddress ?? '' }
}

type Serving = { readonly outgoing: ServerResponse; readonly venue: HttpVenue; putOff(delayMs: number, work: () => void): void }

function serve(call: Call, { outgoing, venue, putOff }: Serving): void {
  const fault = venue.faults.draw(venue.nameOf(call))
  const aheadMs = fault?.kind === 'WRONG_CLOCK' ? fault.aheadMs : 0
  const received = venue.clock.whileAhead(aheadMs, () => venue.receive(call))
  const perform = (): Answer => venue.clock.whileAhead(aheadMs, received)
  switch (fault?.kind) {
    case undefined:
    case 'WRONG_CLOCK':
      return write(outgoing, perform())
    case 'DISCONNECT_BEFORE':
      return void outgoing.destroy()
    case 'DISCONNECT_AFTER':
      perform()
      return void outgoing.destroy()
    case 'LOSE_ANSWER':
      // No response: the client waits until it times out.
      return void perform()
    case 'ANSWER_TWICE':
      // HTTP responds once; a proxy that repeats a request has it carried out twice.
      perform()
      return write(outgoing, perform())
    case 'DELAY':
      // Carried out even if the client has gone by then: the worst case of a slow venue.
      return putOff(fault.delayMs, () => write(outgoing, perform()))
    case 'REJECT':
      return write(outgoing, venue.refuse(fault))
  }
}

function write(outgoing: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (outgoing.destroyed) return
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(body)
}

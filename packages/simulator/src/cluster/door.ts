/**
 * The door of a cluster on one machine: passes HTTP and sockets on to the gateways that are ready. A browser stays with one gateway by a cookie, so
 * that its socket opens at the gateway that issued the ticket. Other clients are spread over all.
 */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { listen } from '@parley/server'

const COOKIE = 'parley_gateway'
const LOOK_EVERY_MS = 250
const LOOK_WITHIN_MS = 1_000

export type Door = {
  /** Looks which gateways are ready, now and not only at the next turn. */
  look(): Promise<void>
  close(): Promise<void>
}

type Opening = {
  readonly port: number
  /** The ports of the gateways, whether they are ready or not. */
  readonly gateways: () => readonly number[]
}

/** Throws a StartProblem if the port is not available. */
export async function openDoor({ port, gateways }: Opening): Promise<Door> {
  const agent = new Agent({ keepAlive: true })
  const ready = followReady(gateways)
  let turn = 0
  const choose = ({ headers }: IncomingMessage): { readonly to: number | undefined; readonly isStaying: boolean } => {
    const known = Number(new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(headers.cookie ?? '')?.[1])
    const now = ready.now()
    if (now.includes(known)) return { to: known, isStaying: true }
    return { to: now[turn++ % now.length], isStaying: false }
  }
  const server = createServer((request, response) => {
    const { to, isStaying } = choose(request)
    if (to === undefined) return unavailable(response)
    const isPage = request.headers.accept?.includes('text/html') === true
    const { method, url: path, headers } = request
    const onward = httpRequest({ host: '127.0.0.1', port: to, method, path, headers, agent }, (answer) => {
      if (isPage && !isStaying)
        response.setHeader('set-cookie', [...(answer.headers['set-cookie'] ?? []), `${COOKIE}=${to}; Path=/; HttpOnly; SameSite=Lax`])
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !response.hasHeader(name)) response.setHeader(name, value)
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    // Whether the gateway has executed the request is unknown. Its key tells.
    onward.on('error', () => (response.headersSent ? response.destroy() : unavailable(response)))
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    const { to } = choose(request)
    raw.on('error', () => raw.destroy())
    if (to === undefined) return void raw.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n\r\n')
    const onward = connect(to, '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${request.rawHeaders[place + 1]}`] : []))
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      raw.pipe(onward).pipe(raw)
    })
    sockets.add(raw)
    onward.on('error', () => raw.destroy())
    onward.once('close', () => raw.destroy())
    raw.once('close', () => {
      sockets.delete(raw)
      onward.destroy()
    })
  })
  try {
    await listen(server, port, '127.0.0.1')
  } catch (error) {
    ready.close()
    throw error
  }
  return {
    look: ready.look,
    async close() {
      ready.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      for (const one of sockets) one.destroy()
      agent.destroy()
      await closed
    },
  }
}

function unavailable(response: ServerResponse): void {
  const message = 'No gateway answers at the moment. Try again, with the same Idempotency-Key for a write.'
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', connection: 'close' })
  response.end(JSON.stringify({ error: 'Unavailable', message, detail: message }))
}

/** Asks each gateway four times a second. */
function followReady(gateways: () => readonly number[]) {
  let ready: readonly number[] = []
  const look = async (): Promise<void> => {
    const asked = await Promise.all(gateways().map(async (port) => ((await isReadyAt(port)) ? [port] : [])))
    ready = asked.flat()
  }
  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  return { now: () => ready, look, close: () => clearInterval(looking) }
}

const isReadyAt = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

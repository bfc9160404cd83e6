/** The same methods over HTTP: GET with a query string, POST with a JSON-RPC body. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { readBody } from '../exchange/http.ts'
import { MAX_FRAME_BYTES } from './limits.ts'
import { carryOut, type Methods, type World } from './methods.ts'
import { formatError, formatResult, parseRequest, toVenueError, VenueError, type Request } from './protocol.ts'

const PREFIX = '/api/v2'

export function createHttpListener(world: World, methods: Methods): RequestListener {
  return (incoming, outgoing) => {
    readRequest(incoming)
      .then((request) => write(outgoing, request, world, methods))
      .catch(() => outgoing.destroy())
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request | VenueError> {
  const url = new URL(incoming.url ?? '/', 'http://venue')
  const method = url.pathname.startsWith(`${PREFIX}/`) ? url.pathname.slice(PREFIX.length + 1) : ''
  const token = /^bearer (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  const bearer = token === undefined ? {} : { access_token: token }
  if (incoming.method === 'GET') return { method, params: { ...Object.fromEntries(url.searchParams), ...bearer } }
  const body = await readBody(incoming, MAX_FRAME_BYTES)
  if (body === undefined) return new VenueError(-32600, 'request entity too large')
  const request = parseRequest(body)
  if (request instanceof VenueError) return request
  return { ...request, method: method === '' ? request.method : method, params: { ...request.params, ...bearer } }
}

function write(outgoing: ServerResponse, request: Request | VenueError, world: World, methods: Methods): void {
  const usIn = world.now() * 1000
  const timing = { usIn, usOut: usIn + 150 }
  outgoing.setHeader('content-type', 'application/json')
  try {
    if (request instanceof VenueError) throw request
    const method = methods(request.method)
    if (method === undefined) throw new VenueError(-32601, 'Method not found')
    outgoing.end(formatResult(request.id, carryOut(method, { params: request.params, connection: undefined }, world), timing))
  } catch (thrown) {
    const error = toVenueError(thrown)
    outgoing.statusCode = error.code === 13009 || error.code === 10000 ? 401 : error.code === 13021 ? 403 : 400
    outgoing.end(formatError(request instanceof VenueError ? undefined : request.id, error, timing))
  }
}

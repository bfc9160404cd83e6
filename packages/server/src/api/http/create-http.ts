/** The HTTP side: every call at its path with and without a trailing slash, errors as JSON, and the web application for everything else. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { wireLimits } from '@parley/contracts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../../log/log.ts'
import { inRequest, requestIdsOf, traceParentOf } from '../../log/request-ids.ts'
import type { Tracing } from '../../tracing/tracing.ts'
import { registerAgreementPages } from '../../accounts/agreements/register-pages.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Mail } from '../../mail/create-mail.ts'
import { registerMailbox } from '../../mail/mailbox-pages.ts'
import { clientAddress, type Trust } from './client-address.ts'
import { registerApiPages } from './api-pages.ts'
import { accountBodyOf, bodyOf, fault, isFault, statusOf, type Fault } from '../../calls/fault.ts'
import { crossOriginHeaders, metaOf, preflightHeaders, type AllowedHosts } from './allowed-hosts.ts'
import { httpLimits } from './limits.ts'
import type { Route } from '../../calls/route.ts'
import { securityHeadersAt } from './security-headers.ts'
import type { Outgoing } from '../requests/request-key.ts'
import { createServe, type Serving } from '../requests/serve-call.ts'
import { databaseFailureIn } from '../../database/unavailable.ts'
import { hostNameOf } from './host-name.ts'
import { createReadiness, type ProbeAnswer, type Readiness } from './readiness.ts'
import { registerWeb } from './web-files.ts'
import type { MetricsPage } from './metrics-page.ts'
import { createRejectedCallsLog } from './rejected-calls-log.ts'

export type HttpOptions = Serving &
  Trust & {
    readonly routes: readonly Route[]
    readonly webDir: string | undefined
    readonly links: Readonly<Record<'support' | 'join' | 'faq' | 'help' | 'addresses', string | undefined>>
    /** Only in the demo. Otherwise nothing is served under /dev. */
    readonly mailbox: Mail['reading']
    readonly now: () => number
    readonly log: Log
    /** Called with every answer. */
    readonly meter?: Meter | undefined
    readonly tracing?: Tracing | undefined
    /** Every request below `/operator/`, if the console shares this address. */
    readonly console?: RequestListener | undefined
    readonly publicUrl: string
    readonly allowedHosts: AllowedHosts
    /** In lower case. */
    readonly regionHeader: string | undefined
  }

const EMPTY = new Uint8Array()
const JSON_TYPE = 'application/json; charset=utf-8'

/** Listens from the start and answers 503 until `open` is called, so that a supervisor can distinguish starting from broken. */
export type HttpServer = {
  readonly server: Server
  readonly readiness: Readiness
  open(handler: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Ready, although every call still gets 503: for a process that serves only its health and its metrics. */
  openWithoutCalls(): void
  /** Answers 503 from now on: `why` is what the server is doing. */
  drain(why?: string): void
}

const LIVE = /^\/(?:healthz|health\/live)\/?$/
const READY = /^\/(?:readyz|health\/ready)\/?$/
const METRICS = /^\/metrics\/?$/

/** `build` is in the answer of GET /health/live. Without `metricsPage`, GET /metrics is an unknown path. */
export function createHttpServer(publicUrl?: string, build: object = {}, metricsPage?: MetricsPage): HttpServer {
  const headers = securityHeadersAt(publicUrl)
  const readiness = createReadiness(build)
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  let away: string | undefined = 'The server is starting.'
  let isDraining = false
  const server = createServer(
    {
      maxHeaderSize: httpLimits.headerBytes,
      requestTimeout: httpLimits.requestTimeoutMs,
      // Some HTTP libraries offer h2c with every call. They get HTTP/1.1 responses.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      const path = request.url?.split('?')[0] ?? ''
      if (LIVE.test(path)) return answer(response, readiness.healthz(), headers)
      if (READY.test(path)) return answer(response, readiness.readyz(), headers)
      if (METRICS.test(path) && metricsPage !== undefined) return void sendMetrics(response, metricsPage(request), headers)
      if (away === undefined) return handler!(request, response)
      const refusal = fault('Unavailable', `${away} Try again in a moment.`)
      return answer(response, { status: statusOf(refusal), body: bodyOf(refusal) }, { ...headers, 'retry-after': '1', connection: 'close' })
    },
  )
  server.keepAliveTimeout = httpLimits.keepAliveMs
  return {
    server,
    readiness,
    open(opened) {
      handler = opened
      // It may have lost its markets while it started.
      if (isDraining) return
      away = undefined
      readiness.started()
    },
    openWithoutCalls() {
      if (isDraining) return
      away = 'This process serves no calls.'
      readiness.started()
    },
    drain(why = 'The server is stopping.') {
      isDraining = true
      away = why
      readiness.announceStop()
    },
  }
}

function answer(response: ServerResponse, { status, body }: ProbeAnswer, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    ...headers,
  })
  response.end(JSON.stringify(body))
}

async function sendMetrics(
  response: ServerResponse,
  page: ReturnType<MetricsPage>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, type, text } = await page
  response.writeHead(status, { ...headers, 'content-type': type, 'cache-control': 'no-store', 'x-request-id': randomUUID() })
  response.end(text)
}

/** Starts serving once every call can be answered. */
export async function createHttp(http: HttpServer, options: HttpOptions): Promise<void> {
  const headers = securityHeadersAt(options.publicUrl, options.allowedHosts)
  let open = (): void => undefined
  const app = fastify({
    serverFactory: (handler) => {
      open = () => http.open(withConsole(handler, options.console))
      return http.server
    },
    genReqId: () => randomUUID(),
    bodyLimit: wireLimits.bodyBytes,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: httpLimits.pathParameterCharacters, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => sendFault(request, reply.headers(headers), faultOfError(error, request, options.log)),
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify(bodyOf(fault('InvalidRequest', 'The request is not valid HTTP.')))
      if (socket.writable)
        socket.end(
          `HTTP/1.1 400 Bad Request\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
        )
    },
  })
  // Some clients send a GET with a body and sign over it.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...headers, 'x-request-id': request.id, ...crossOriginHeaders(options.allowedHosts, request.headers.origin) })
    const preflight = preflightHeaders(options.allowedHosts, request)
    if (preflight === undefined) done()
    else void reply.headers(preflight).code(204).send()
  })
  // The time of the response, so that clients can measure the offset of their clocks.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-server-time-ms', String(options.now()))
    done()
  })
  const { meter } = options
  if (meter !== undefined)
    app.addHook('onResponse', (request, reply, done) => {
      const call = (request.routeOptions.config as { call?: string }).call ?? 'page'
      if (!call.includes(UNCOUNTED)) meter.answered(call, reply.statusCode, reply.elapsedTime / 1_000)
      done()
    })
  app.setErrorHandler((error, request, reply) =>
    inRequest(requestIdsOf(request.id, request.headers), () =>
      sendFault(request, reply, faultOfError(error as Error, request, options.log)),
    ),
  )
  const logRejected = createRejectedCallsLog(options.log)
  for (const each of options.routes) register(app, { ...options, logRejected }, each)
  const missing = (request: FastifyRequest, reply: FastifyReply) => sendFault(request, reply, notFound(request, options.routes, reply))
  if (options.mailbox === undefined) app.get('/dev/*', missing)
  else registerMailbox(app, options.mailbox)
  registerAgreementPages(app)
  registerApiPages(app)
  const hostOf = ({ headers }: FastifyRequest) =>
    options.links.addresses === undefined ? hostNameOf(headers, options.trustProxy) : undefined
  await registerWeb(app, options.webDir, { ...options.links, ...metaOf(options.allowedHosts) }, hostOf, missing)
  // An earlier request would end the process, because no route exists yet.
  await app.ready()
  open()
}

const CONSOLE = /^\/operator(\/|\?|$)/

/** The console parses its own requests: it shares the address with the API of desks, and nothing else. */
function withConsole(handler: Listener, console: RequestListener | undefined): Listener {
  if (console === undefined) return handler
  return (request, response) => (CONSOLE.test(request.url ?? '') ? console : handler)(request, response as Parameters<RequestListener>[1])
}

/** The number of bids in an auction is sealed, even from the operator (rulebook 19.8), so auction calls are not counted. */
const UNCOUNTED = ' /v1/vrfq/'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

type Registering = HttpOptions & { readonly logRejected: ReturnType<typeof createRejectedCallsLog> }

function register(app: FastifyInstance, options: Registering, each: Route): void {
  const serve = createServe(options, each)
  const call = `${each.call.method} ${each.call.path}`
  const within = call.includes(UNCOUNTED) ? named : traced(call, options.tracing)
  app.route({
    method: each.call.method,
    config: { call } as object,
    url: each.call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const from = { now: options.now(), requestId: request.id, address: clientAddress(request.raw, options) }
      const outgoing = await within(request, async () => {
        const answer = await serve({
          ...from,
          method: request.method,
          pathWithQuery: request.raw.url ?? '/',
          headers: request.headers,
          body: (request.body as Uint8Array | undefined) ?? EMPTY,
          params: request.params,
          region: regionOf(request, options.regionHeader),
          gone: goneFrom(reply.raw),
        })
        options.logRejected(answer, { ...from, call })
        return answer
      })
      return isFault(outgoing) ? sendFault(request, reply, outgoing) : send(reply, outgoing)
    },
  })
}

type Within = (request: FastifyRequest, work: () => Promise<Outgoing | Fault>) => Promise<Outgoing | Fault>

/** The lines that the work writes name the request. */
const named: Within = ({ id, headers }, work) => inRequest(requestIdsOf(id, headers), work)

/** The work becomes a span of the sender's trace, or starts a new trace. */
const traced = (call: string, tracing: Tracing | undefined): Within =>
  tracing === undefined
    ? named
    : ({ id, headers }, work) =>
        tracing.request(call, traceParentOf(headers), async (span) => {
          const answer = await inRequest(requestIdsOf(id, headers, span.traceId), work)
          span.set({ 'http.response.status_code': isFault(answer) ? statusOf(answer) : answer.status })
          return answer
        })

/** Few calls need it, so it is created on first use. */
const goneFrom = (response: ServerResponse) => (): AbortSignal => {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Proxies send XX or T1 for an unknown country. Any other invalid code also counts as unknown. */
function regionOf({ headers }: FastifyRequest, name: string | undefined): string | undefined {
  const said = name === undefined ? undefined : headers[name]
  return typeof said === 'string' && /^[A-Z]{2}$/.test(said) && said !== 'XX' ? said : undefined
}

/** A long text is written several times faster as bytes. */
function send(reply: FastifyReply, { status, body, headers }: Outgoing): FastifyReply {
  reply.code(status).headers(headers).header('cache-control', 'no-store')
  return body === undefined ? reply.send() : reply.header('content-type', JSON_TYPE).send(Buffer.from(JSON.stringify(body)))
}

function sendFault(request: FastifyRequest, reply: FastifyReply, wrong: Fault): FastifyReply {
  const isAccount = request.raw.url?.startsWith('/account/') ?? false
  if (wrong.retryAfterMs !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(wrong.retryAfterMs / 1000))))
  if (statusOf(wrong) === 401) reply.header('www-authenticate', 'Bearer')
  reply.headers({ ...wrong.headers, 'x-request-id': request.id, 'cache-control': 'no-store', 'content-type': JSON_TYPE })
  return reply.code(statusOf(wrong)).send(JSON.stringify(isAccount ? accountBodyOf(wrong, request.id) : bodyOf(wrong, request.id)))
}

/** Fastify's own errors about a request. Everything else is a fault of ours and is logged with the request's id. */
function faultOfError(error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, log: Log): Fault {
  const status = error.statusCode ?? 500
  if (status === 413) return fault('InvalidRequest', `The request body can be at most ${wireLimits.bodyBytes} bytes.`, { status })
  if (status >= 400 && status < 500) return fault('InvalidRequest', 'The address or the headers of the request are malformed.', { status })
  // The outage itself is in the log.
  if (databaseFailureIn(error) !== undefined) {
    log.warn({ error, requestId: request.id }, 'A request was refused because the database is not available')
    return fault('Unavailable', 'The database is not available at the moment. Try again, with the same Idempotency-Key for a write.', {
      retryAfterMs: httpLimits.databaseRetryMs,
    })
  }
  log.error({ error, requestId: request.id, method: request.method, route: request.routeOptions?.url ?? '' }, 'A request failed')
  return fault('InternalError', 'Internal server error. Quote the request id to support.', { id: request.id })
}

function notFound(request: FastifyRequest, routes: readonly Route[], reply: FastifyReply): Fault {
  const path = (request.raw.url ?? '/').split('?')[0]!.replace(/\/?$/, '/')
  const methods = routes.filter(({ call }) => patternOf(call.path).test(path)).map(({ call }) => call.method)
  if (methods.length === 0) return fault('MethodNotFound', 'No such endpoint.')
  reply.header('allow', methods.join(', '))
  return fault('MethodNotFound', `${request.method} is not allowed here. Allowed: ${methods.join(', ')}.`, {
    status: 405,
  })
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

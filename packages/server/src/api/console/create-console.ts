/**
 * The operator console over HTTP: its own calls and its own session below `/operator/`, next to the API of desks and with nothing in common. A desk's
 * token is not read here, and the console's cookie is not read there (decision 1047).
 */
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { consoleApi, type ConsolePage, type ConsolePages } from '@parley/contracts'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { isFault } from '../../calls/fault.ts'
import { parseJson } from '../../calls/json.ts'
import type { Log } from '../../log/log.ts'
import type { ConsoleSessions } from '../../operator/console/console-sessions.ts'
import { provedUntil } from '../../operator/console/console-sessions.ts'
import type { createConsoleSignIn } from '../../operator/console/console-sign-in.ts'
import type { OperatorPasskeys } from '../../operator/console/operator-passkeys.ts'
import {
  readAccess,
  readAnnouncements,
  readAuditEntries,
  readDifferences,
  readFirms,
  readMail,
  readPeople,
} from '../../operator/console/console-lists.ts'
import { readOverview, type ViewParts } from '../../operator/console/console-views.ts'
import type { Trust } from '../http/client-address.ts'
import { securityHeadersAt } from '../http/security-headers.ts'
import { ConsoleFault } from './console-fault.ts'
import { API, parse, type SignedIn } from './console-input.ts'
import { sessionTokenIn } from './console-cookie.ts'
import { registerPasskeys } from './passkey-calls.ts'
import { isOwnOrigin } from './own-origin.ts'
import { registerConsolePage } from './console-page.ts'
import type { RunConsoleCommand } from './run-console-command.ts'
import { registerSession } from './session-calls.ts'

export type ConsoleOptions = Trust & {
  readonly views: ViewParts
  readonly sessions: ConsoleSessions
  readonly signIn: ReturnType<typeof createConsoleSignIn>
  readonly run: RunConsoleCommand
  readonly passkeys: OperatorPasskeys | undefined
  readonly webDir: string | undefined
  readonly publicUrl: string
  readonly now: () => number
  readonly log: Log
}

const BODY_BYTES = 16 * 1024

/** The pages that are the same for every operator. */
const readers: { readonly [Page in Exclude<ConsolePage, 'session' | 'passkeys'>]: (views: ViewParts) => Promise<ConsolePages[Page]> } = {
  overview: readOverview,
  firms: readFirms,
  people: readPeople,
  access: readAccess,
  announcements: readAnnouncements,
  mail: readMail,
  audit: readAuditEntries,
  differences: readDifferences,
}

/** Handles every request below `/operator/`. */
export async function createConsole(options: ConsoleOptions): Promise<RequestListener> {
  const { sessions, log, now, publicUrl } = options
  let listener: RequestListener = () => undefined
  const app = fastify({
    serverFactory: (handler) => {
      listener = handler
      // It never listens: the requests come from the product's own server, or from one that has an address of its own.
      return createServer(handler)
    },
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    // Bodies are read as those of desks are, so that nothing arrives that the database cannot store.
    const read = parseJson(body as Buffer)
    if (isFault(read)) done(new ConsoleFault(400, 'InvalidRequest', read.message))
    else done(null, read.value)
  })
  const headers = { ...securityHeadersAt(publicUrl), 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const isCall = request.raw.url?.startsWith(`${API}/`) === true
    done(
      isCall && !isOwnOrigin(request.headers) ? new ConsoleFault(403, 'OtherOrigin', 'Only the console itself can call this.') : undefined,
    )
  })
  app.setErrorHandler((error, request, reply) => sendFault(reply, faultOf(error, request, log)))
  const signed: SignedIn = async (request) => {
    const token = sessionTokenIn(request.headers.cookie)
    const at = now()
    const session = token === undefined ? undefined : await sessions.find(token, at)
    if (token === undefined || session === undefined)
      throw new ConsoleFault(401, 'SignInRequired', 'You are not signed in, or your session has ended. Sign in again.')
    return { session, token, now: at }
  }
  registerSession(app, options, signed)
  registerPasskeys(app, options, signed)
  for (const [page, read] of Object.entries(readers))
    app.get(`${API}/${page}`, async (request) => {
      await signed(request)
      return read(options.views)
    })
  app.post<{ Params: { name: string } }>(`${API}/commands/:name`, async (request) => {
    const { session, now: at } = await signed(request)
    const body = parse(consoleApi.commandBody, request.body)
    return {
      message: await options.run({
        ...body,
        command: request.params.name,
        name: session.name,
        isProved: provedUntil(session, at) !== null,
      }),
    }
  })
  await registerConsolePage(app, options.webDir)
  await app.ready()
  return listener
}

function faultOf(error: unknown, request: FastifyRequest, log: Log): ConsoleFault {
  if (error instanceof ConsoleFault) return error
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) return new ConsoleFault(status, 'InvalidRequest', 'The request is malformed or too large.')
  log.error({ error, requestId: request.id }, 'A request of the operator console failed')
  return new ConsoleFault(500, 'InternalError', `Internal server error. The log has the request ${request.id}.`)
}

const sendFault = (reply: FastifyReply, { status, error, message }: ConsoleFault): FastifyReply =>
  reply.code(status).send({ error, message })

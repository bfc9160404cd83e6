/** The session of an operator: signing in and out, and giving the second factor again. */
import { consoleApi } from '@parley/contracts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleSessions } from '../../operator/console/console-sessions.ts'
import { provedUntil } from '../../operator/console/console-sessions.ts'
import type { createConsoleSignIn } from '../../operator/console/console-sign-in.ts'
import type { Trust } from '../http/client-address.ts'
import { endedCookie, sessionCookie, sessionTokenIn } from './console-cookie.ts'
import { ConsoleFault } from './console-fault.ts'
import { API, fromIn, parse, tooMany, type Signed, type SignedIn } from './console-input.ts'

type Options = Trust & {
  readonly sessions: ConsoleSessions
  readonly signIn: ReturnType<typeof createConsoleSignIn>
  readonly publicUrl: string
  readonly now: () => number
}

export function registerSession(app: FastifyInstance, options: Options, signed: SignedIn): void {
  const { sessions, signIn, publicUrl } = options
  const fromOf = fromIn(options)
  app.post(`${API}/sign-in`, async (request, reply) => {
    const body = parse(consoleApi.signInBody, request.body)
    const isPasskey = 'passkey' in body
    const answer = isPasskey
      ? await signIn.signInWithPasskey({ ...body, ...fromOf(request) })
      : await signIn.signIn({ ...body, ...fromOf(request) })
    if (answer === 'Refused') throw new ConsoleFault(403, 'SignInRefused', isPasskey ? PASSKEY_REFUSED : SIGN_IN_REFUSED)
    if (!('token' in answer)) throw tooMany(answer.waitMs)
    return reply.header('set-cookie', sessionCookie(publicUrl, answer.token)).send({})
  })
  app.get(`${API}/session`, async (request) => viewOf(await signed(request)))
  app.post(`${API}/step-up`, async (request) => {
    const { session, token } = await signed(request)
    const body = parse(consoleApi.stepUpBody, request.body)
    const from = { session, token, ...fromOf(request) }
    const isPasskey = 'passkey' in body
    const answer = isPasskey ? await signIn.stepUpWithPasskey({ ...body, ...from }) : await signIn.stepUp({ ...body, ...from })
    if (answer === 'Refused') throw new ConsoleFault(403, 'CodeRefused', isPasskey ? PASSKEY_REFUSED : CODE_REFUSED)
    if (answer !== 'Proved') throw tooMany(answer.waitMs)
    return viewOf(await signed(request))
  })
  app.post(`${API}/sign-out`, async (request, reply) => {
    const token = sessionTokenIn(request.headers.cookie)
    if (token !== undefined) await sessions.end(token)
    return reply.header('set-cookie', endedCookie(publicUrl)).send({})
  })
}

const SIGN_IN_REFUSED = 'The name, the password or the code is not correct.'
const CODE_REFUSED = 'The code is not correct or was used before. Wait for the next code of your app.'
const PASSKEY_REFUSED = 'The passkey could not be verified. Try again, or use your password and a code.'

const viewOf = ({ session, now }: Signed) => ({
  name: session.name,
  signed_in_at: session.createdAt,
  ends_at: session.endsAt,
  proved_until: provedUntil(session, now),
})

/** The passkeys of operators: for a sign-in or a step-up, and the list of the person's own. A change needs the second factor again. */
import { consoleApi, type ConsolePasskeysView } from '@parley/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../../database/sql.ts'
import { provedUntil } from '../../operator/console/console-sessions.ts'
import type { createConsoleSignIn } from '../../operator/console/console-sign-in.ts'
import { listedPasskeys, type OperatorPasskeys } from '../../operator/console/operator-passkeys.ts'
import { OperatorProblem } from '../../operator/operator-problem.ts'
import type { Trust } from '../http/client-address.ts'
import { ConsoleFault } from './console-fault.ts'
import { API, fromIn, parse, tooMany, type Signed, type SignedIn } from './console-input.ts'

type Options = Trust & {
  readonly views: { readonly sql: Sql }
  readonly signIn: ReturnType<typeof createConsoleSignIn>
  readonly passkeys: OperatorPasskeys | undefined
  readonly now: () => number
}

const notOffered = () =>
  new ConsoleFault(404, 'NotFound', 'Passkeys are not available at this address. Set OPERATOR_URL to the address of the console.')

export function registerPasskeys(app: FastifyInstance, options: Options, signed: SignedIn): void {
  const { passkeys, signIn, views } = options
  const fromOf = fromIn(options)
  const proved = async (request: FastifyRequest): Promise<Signed & { readonly kept: OperatorPasskeys }> => {
    const found = await signed(request)
    if (passkeys === undefined) throw notOffered()
    if (provedUntil(found.session, found.now) === null)
      throw new ConsoleFault(403, 'StepUpRequired', 'Enter the code of your authenticator app first.')
    return { ...found, kept: passkeys }
  }
  app.post(`${API}/passkeys/ask`, async (request) => {
    const answer = await signIn.askOptions(fromOf(request))
    if (answer === 'NotOffered') throw notOffered()
    if ('waitMs' in answer) throw tooMany(answer.waitMs as number)
    return answer
  })
  app.get(`${API}/passkeys`, async (request): Promise<ConsolePasskeysView> => {
    const { session, now } = await signed(request)
    return { at: now, are_offered: passkeys !== undefined, passkeys: [...(await listedPasskeys(views.sql, session.name))] }
  })
  app.post(`${API}/passkeys/options`, async (request) => {
    const { session, now, kept } = await proved(request)
    return plainly(async () => ({ ...(await kept.newOptions(session.name, now)) }))
  })
  app.post(`${API}/passkeys/add`, async (request) => {
    const { session, kept } = await proved(request)
    const body = parse(consoleApi.newPasskeyBody, request.body)
    await plainly(() => kept.add(session.name, body, fromOf(request)))
    return {}
  })
  app.post(`${API}/passkeys/remove`, async (request) => {
    const { session, kept } = await proved(request)
    const { id } = parse(consoleApi.removePasskeyBody, request.body)
    await plainly(() => kept.remove(session.name, id, fromOf(request)))
    return {}
  })
}

async function plainly<T>(done: () => Promise<T>): Promise<T> {
  try {
    return await done()
  } catch (error) {
    throw error instanceof OperatorProblem ? new ConsoleFault(422, 'Refused', error.message) : error
  }
}

import { accountCalls, directRfqCalls, type AnswerOf, type Call } from '@parley/contracts'
import type { CallInput, Client, ClientOptions } from './transport/client.ts'
import { createServerClock } from './transport/clock.ts'
import { limits } from './transport/limits.ts'
import { untilAnswered } from './transport/lost-answers.ts'
import { createPace } from './transport/pace.ts'
import { createAuthoriser, createRequester, type RequestInput } from './transport/request.ts'
import { LiveSocket } from './transport/socket.ts'

export function createClient(options: ClientOptions): Client {
  const clock = createServerClock()
  const authorise = createAuthoriser(options, clock)
  const send = createRequester(options, clock, authorise)
  const { pacing = options.credentials?.kind === 'key' ? {} : false } = options
  const pace = createPace(pacing)
  const untilDone = untilAnswered(options.tries ?? 1, (descriptor, input) =>
    pace.run(descriptor, input.signal, () => send(descriptor, input)),
  )
  const { around = (_call, make) => make() } = options
  const request = (descriptor: Call, input: RequestInput): Promise<unknown> => around(descriptor, () => untilDone(descriptor, input))

  // The types of the descriptor define input and output; the server validates both with the same schemas.
  const call = async <C extends Call>(descriptor: C, input: CallInput<C>): Promise<AnswerOf<C>> =>
    (await request(descriptor, input as RequestInput)) as AnswerOf<C>

  async function* pages<C extends Call>(descriptor: C, input: CallInput<C>): AsyncGenerator<AnswerOf<C>> {
    let cursor: string | undefined
    for (let page = 0; page < limits.pages; page += 1) {
      const { query, ...rest } = input as RequestInput
      const answer = await request(descriptor, { ...rest, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } })
      yield answer as AnswerOf<C>
      const next = (answer as { next?: string | null } | undefined)?.next
      if (!next) return
      cursor = next
    }
  }

  const proofs = {
    askTicket: async () => (await call(accountCalls.createSocketTicket, {})).ticket,
    signHandshake: (path: string) => authorise({ method: 'GET', path, body: '' }),
    checkKey: () => call(directRfqCalls.getEcho, { query: {} }),
  }

  return {
    call,
    pages,
    socket: ({ door = '/v2/drfq', cancelOnDisconnect = true, ...setting } = {}) =>
      new LiveSocket(options, { ...setting, cancelOnDisconnect, door }, proofs),
    clockSkewMs: () => clock.skewMs(),
  }
}

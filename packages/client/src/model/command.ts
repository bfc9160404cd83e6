/** A command of the model, and the published call that executes it. */
import { grfqCalls, obCalls, type AnswerOf, type Call, type GroupBase } from '@parley/contracts'
import type { CallInput, Client } from '../transport/client.ts'

/**
 * How it is sent. The key makes it safe to send it again. `notAfter` is for orders that have no time of their own, and has no effect on other
 * commands.
 */
export type Sending = { readonly idempotencyKey?: string; readonly signal?: AbortSignal; readonly notAfter?: number }

export type Command<Answer> = {
  readonly call: Call
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  /** Returns types of the model; every failure is a `ClientError`. */
  send(client: Pick<Client, 'call'>, how?: Sending): Promise<Answer>
}

type Timed<C extends Call> = (input: CallInput<C>, notAfter: number) => CallInput<C>

export const command = <C extends Call, Answer>(
  call: C,
  input: CallInput<C>,
  read: (answer: AnswerOf<C>) => Answer,
  timed: Timed<C> = (given) => given,
): Command<Answer> => ({
  call,
  input: input as Command<Answer>['input'],
  send: async (client, { notAfter, ...how } = {}) =>
    read(await client.call(call, { ...(notAfter === undefined ? input : timed(input, notAfter)), ...how })),
})

/** The order-book dialect has two published base paths with the same calls. A program uses one of them, with its socket. */
export type OrderBookBase = GroupBase
export const ORDER_BOOK_BASE: OrderBookBase = '/v1/ob'

/** The calls that both base paths have. */
export const orderBookCalls = (base: OrderBookBase): typeof obCalls => (base === '/v1/ob' ? obCalls : grfqCalls)

/** The order book's integer id of the object in a command. */
export function numberOf({ id, number }: { readonly id: string; readonly number: number | undefined }): number {
  if (number === undefined) throw new TypeError(`${id} is not in an order book.`)
  return number
}

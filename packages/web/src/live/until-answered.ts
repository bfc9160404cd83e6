/** What changes something is asked again, under its key, while the answer is lost: nobody is told that it was refused when it was done. */
import { type AnswerOf, type Call, type CallInput, type Client, ClientError } from '@parley/client'
import { limits } from './limits.ts'

const isLost = (error: unknown): boolean => error instanceof ClientError && error.error === 'Timeout'

/** A server that cannot be reached at all is told at once, as is every refusal. Throws `ClientError`. */
export const untilAnswered =
  (client: Pick<Client, 'call'>) =>
  async <C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>> => {
    const keyed = { idempotencyKey: crypto.randomUUID(), ...input }
    for (let tries = 1; ; tries += 1) {
      try {
        return await client.call(call, keyed)
      } catch (error) {
        if (!isLost(error) || tries >= limits.writeTries) throw error
      }
    }
  }

/**
 * A call that is safe to send twice is sent again while its response is lost: a read changes nothing, and a write with a key is executed once
 * (rulebook 9.4).
 */
import type { Call } from '@parley/contracts'
import { ClientError } from './client.ts'
import type { RequestInput } from './request.ts'

const isLost = (error: unknown): boolean => error instanceof ClientError && error.error === 'Timeout'
const isSafe = ({ method }: Call, { idempotencyKey }: RequestInput): boolean => method === 'GET' || idempotencyKey !== undefined

type Send = (call: Call, input: RequestInput) => Promise<unknown>

/** If the server cannot be reached at all, the call fails at once, and so does every refusal. */
export const untilAnswered =
  (tries: number, send: Send): Send =>
  async (call, input) => {
    for (let left = isSafe(call, input) ? (input.tries ?? tries) : 1; ; left -= 1) {
      try {
        return await send(call, input)
      } catch (error) {
        if (!isLost(error) || left <= 1) throw error
      }
    }
  }

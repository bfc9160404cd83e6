/** Orders whose response was lost are followed until the server says what became of them (rulebook 5.25, decision 0603). */
import { ClientError, type Command } from '@parley/client'
import { send } from './api.ts'
import { serverNow } from './connection.ts'
import { limits } from './limits.ts'
import { outageReason, useOutage } from './outage.ts'
import { useSession } from './session.ts'

/** The key and the latest time make a repetition safe: it has the first response, or is too late to place anything. */
export type TimedSending = { readonly idempotencyKey: string; readonly notAfter: number }

/** An order that is clicked now, by the server's clock. */
export const sendingAt = (pressedAt: number): TimedSending => ({
  idempotencyKey: crypto.randomUUID(),
  notAfter: pressedAt + limits.orderWithinMs,
})

/** The command may have been executed. */
export const isLost = (error: unknown): boolean =>
  error instanceof ClientError && (error.error === 'Timeout' || error.error === 'NetworkError')

/**
 * Sends an order. If its response is lost, calls `onLost`, and asks again as soon as the order can no longer be placed and the server can be
 * reached, until there is an answer or the user has signed out.
 */
export async function sendUntilAnswered<Answer>(command: Command<Answer>, how: TimedSending, onLost: () => void): Promise<Answer> {
  try {
    return await send(command, how)
  } catch (error) {
    if (!isLost(error)) throw error
    onLost()
    return askedAgain(command, how, error)
  }
}

async function askedAgain<Answer>(command: Command<Answer>, how: TimedSending, lost: unknown): Promise<Answer> {
  await waitMs(how.notAfter - serverNow())
  for (;;) {
    await reachable()
    if (useSession.getState().session.state !== 'SIGNED_IN') throw lost
    try {
      return await send(command, how)
    } catch (error) {
      if (!isLost(error) && !isUnavailable(error)) throw error
    }
    await waitMs(limits.readAgainMs)
  }
}

/** A server that is starting or busy has not looked the command up yet. */
const isUnavailable = (error: unknown): boolean =>
  !(error instanceof ClientError) || error.status === 0 || error.status === 429 || error.status >= 500

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)))

function reachable(): Promise<void> {
  const isHere = () => outageReason(useOutage.getState()) === undefined
  if (isHere()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = useOutage.subscribe(() => {
      if (!isHere()) return
      stop()
      resolve()
    })
  })
}

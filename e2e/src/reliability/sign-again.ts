/** A client that signs a request again if the gateway that received it started after it was signed. The gateway has done nothing with it. */
import { setTimeout as delay } from 'node:timers/promises'
import { ClientError, type Client } from '@parley/client'

const AGAIN_AFTER_MS = 500
/** Longer than the difference of two clocks in an installation. */
const TRIES = 40

const isSignedTooEarly = (error: unknown): boolean =>
  error instanceof ClientError && error.message.includes('signed before the server started')

export const signingAgain = (client: Client): Client => ({
  ...client,
  call: async (call, input) => {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await client.call(call, input)
      } catch (error) {
        if (!isSignedTooEarly(error) || left === 1) throw error
        await delay(AGAIN_AFTER_MS)
      }
    }
  },
})

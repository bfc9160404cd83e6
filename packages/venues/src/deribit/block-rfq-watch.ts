/** Streams an account's own block RFQs and their quotes. After each loss, it reopens the session and reads all open RFQs. */
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { VenueRfq, VenueRfqListener } from '../port/venue-makers.ts'
import { AccountSession } from './account-session.ts'
import { rfqFromWire } from './block-rfq-wire.ts'
import { FIRST_WATCH_RETRY_MS, LONGEST_WATCH_RETRY_MS } from './limits.ts'
import type { Rpc, SessionOptions } from './rpc.ts'
import { asList } from '../adapter/wire-object.ts'

const CHANNEL = 'block_rfq.taker.any'

export type BlockRfqWatch = {
  readonly taker: VenueCredentials
  readonly listener: VenueRfqListener
  /** Reads the taker's open RFQs over the session of the watch. */
  readonly loadOpen: (call: Rpc['call']) => Promise<VenueAnswer<readonly VenueRfq[]>>
}

export function watchBlockRfqs(options: SessionOptions, { taker, listener, loadOpen }: BlockRfqWatch): () => void {
  let isOver = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const session = new AccountSession(options, taker, {
    onNotification: (channel, data) => {
      const rfq = channel === CHANNEL ? rfqFromWire(data) : undefined
      if (rfq !== undefined && !isOver) listener.onRfq(rfq)
    },
    onClosed: () => again('the connection to the venue was lost'),
  })

  const again = (reason: string): void => {
    if (isOver || timer !== undefined) return
    listener.onLost(reason)
    failures += 1
    const wait = Math.min(LONGEST_WATCH_RETRY_MS, FIRST_WATCH_RETRY_MS * 2 ** Math.min(failures - 1, 16))
    timer = setTimeout(
      () => {
        timer = undefined
        void open()
      },
      wait * (0.5 + 0.5 * options.random()),
    )
    timer.unref()
  }

  const open = async (): Promise<void> => {
    const connection = await session.ensure()
    if (isOver) return session.end()
    if ('kind' in connection)
      return again(
        connection.kind === 'LOST'
          ? connection.reason
          : connection.kind === 'ERROR'
            ? connection.message
            : 'the venue did not open a session',
      )
    const subscribed = await connection.rpc.call('private/subscribe', { channels: [CHANNEL] })
    // The venue silently leaves out a channel that the key may not read.
    if (subscribed.kind !== 'RESULT' || !asList(subscribed.result).includes(CHANNEL)) {
      session.close(connection)
      return again('the key cannot read block RFQs; give it the scope block_rfq:read_write')
    }
    // Updates that arrive while the list is being read are newer than the list, or already in it.
    const all = await loadOpen(connection.rpc.call)
    if (isOver) return
    if (all.outcome !== 'DONE') {
      session.close(connection)
      return again(all.message)
    }
    failures = 0
    listener.onAll(all.value)
  }

  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
    session.end()
  }
}

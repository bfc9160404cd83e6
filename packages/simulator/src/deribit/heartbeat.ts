/**
 * The venue sends a heartbeat at every interval. A client that has been silent since the last one is asked for public/test, and is disconnected if it
 * does not send it.
 */
import { TEST_REQUEST_PATIENCE_MS } from './limits.ts'
import { formatHeartbeat } from './protocol.ts'

export interface Heartbeat {
  /** A frame has arrived. */
  received(): void
  /** public/test has arrived. */
  tested(): void
  /** Undefined ends the heartbeat. */
  set(seconds: number | undefined): void
}

export function createHeartbeat(socket: { send(frame: string): void; terminate(): void }): Heartbeat {
  let timer: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined
  let wasReceived = true
  const beat = (): void => {
    socket.send(formatHeartbeat('heartbeat'))
    if (!wasReceived && patience === undefined) {
      socket.send(formatHeartbeat('test_request'))
      patience = setTimeout(() => socket.terminate(), TEST_REQUEST_PATIENCE_MS)
    }
    wasReceived = false
  }
  const calmed = (): void => {
    clearTimeout(patience)
    patience = undefined
  }
  return {
    received: () => {
      wasReceived = true
    },
    tested: calmed,
    set: (seconds) => {
      clearInterval(timer)
      calmed()
      wasReceived = true
      timer = seconds === undefined ? undefined : setInterval(beat, seconds * 1000)
    },
  }
}

/** Every interval the venue sends a beat; a client that was silent meanwhile is asked to prove itself with public/test, and dropped if it does not. */
import { TEST_REQUEST_PATIENCE_MS } from './limits.ts'
import { formatHeartbeat } from './protocol.ts'

export interface Heartbeat {
  /** Any frame came. */
  received(): void
  /** public/test came. */
  tested(): void
  /** undefined ends it. */
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

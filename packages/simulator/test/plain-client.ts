/** A minimal client for tests that check the frames themselves. */
import WebSocket from 'ws'

export type Frame = Readonly<Record<string, unknown>> & {
  readonly id?: number | string
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly params?: { readonly channel?: string; readonly data?: unknown; readonly type?: string }
}

export interface PlainClient {
  /** Sends a call and waits for the frame with its response. */
  call(method: string, params?: object): Promise<Frame>
  send(text: string): void
  readonly frames: Frame[]
  /** The first matching frame, past or future; undefined if the socket closes first. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame | undefined>
  readonly closed: Promise<void>
  close(): void
}

export async function openPlainClient(url: string): Promise<PlainClient> {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => waiting.forEach((look) => look())
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const frame = (fits: (frame: Frame) => boolean): Promise<Frame | undefined> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      void closed.then(() => resolve(undefined))
      look()
    })
  let calls = 0
  return {
    frames,
    frame,
    closed,
    send: (text) => socket.send(text),
    close: () => socket.terminate(),
    call: async (method, params = {}) => {
      calls += 1
      const id = calls
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      const answer = await frame((candidate) => candidate.id === id)
      if (answer === undefined) throw new Error(`the socket closed before ${method} was answered`)
      return answer
    },
  }
}

/** A socket as known bots use it: every frame is kept in the order of arrival. */
import { signedHeaders, type Keys } from './bot.ts'

export type Frame = {
  readonly id?: string | number | null
  readonly jsonrpc: string
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly params?: {
    readonly channel: string
    readonly event?: string
    readonly data: Readonly<Record<string, unknown>>
    readonly meta: { readonly seq_group: number; readonly seq_num: number; readonly prev_seq_num?: number }
  }
}
export type WireSocket = {
  readonly frames: readonly Frame[]
  send(frame: unknown): void
  /** Subscribes and waits for the response. */
  subscribe(channel: string, more?: object): Promise<Frame>
  /** The first matching frame, past or future. */
  frame(fits: (frame: Frame) => boolean, what: string): Promise<Frame>
  /** The first notification on the channel whose data match. */
  receives(
    channel: string,
    fits: (data: Readonly<Record<string, unknown>>, event: string | undefined) => boolean,
  ): Promise<Frame['params'] & object>
  readonly closed: Promise<{ readonly code: number; readonly at: number }>
  close(): Promise<void>
}

const COMES_WITHIN_MS = 45_000
const HEARTBEAT_EVERY_MS = 3_000

/** Opened as by a key that has to authenticate: signed over GET and the path. */
export const openSignedSocket = (baseUrl: string, keys: Keys, path: string, query = ''): Promise<WireSocket> =>
  openSocket(`${baseUrl}${path}?${query}`, 'alive', signedHeaders(keys, 'GET', path))

/** `silent` never sends a heartbeat. */
export async function openSocket(
  url: string,
  behaviour: 'alive' | 'silent' = 'alive',
  headers: Readonly<Record<string, string>> = {},
): Promise<WireSocket> {
  // Node accepts headers where browsers accept names of protocols.
  const socket = new WebSocket(url.replace('http', 'ws'), { headers } as unknown as string[])
  const frames: Frame[] = []
  const looking = new Set<() => void>()
  let last = 1_000_000
  const closed = new Promise<{ code: number; at: number }>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve({ code, at: Date.now() })),
  )
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame)
    for (const look of [...looking]) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no socket at ${url}`)))
  })
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const beating = setInterval(() => {
    if (behaviour === 'alive' && socket.readyState === WebSocket.OPEN) send({ id: (last += 1), jsonrpc: '2.0', method: 'heartbeat' })
  }, HEARTBEAT_EVERY_MS)
  void closed.then(() => clearInterval(beating))

  const frame: WireSocket['frame'] = (fits, what) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = frames.find(fits)
        if (found === undefined) return
        clearTimeout(late)
        looking.delete(look)
        resolve(found)
      }
      const late = setTimeout(() => {
        looking.delete(look)
        reject(new Error(`${what} did not come; there were ${JSON.stringify(frames.slice(-5)).slice(0, 2000)}`))
      }, COMES_WITHIN_MS)
      looking.add(look)
      look()
    })

  return {
    frames,
    send,
    frame,
    async subscribe(channel, more = {}) {
      const id = (last += 1)
      send({ id, jsonrpc: '2.0', method: 'subscribe', params: { channel, ...more } })
      return frame((one) => one.id === id, `the answer to subscribe ${channel}`)
    },
    async receives(channel, fits) {
      const found = await frame(({ params }) => params?.channel === channel && fits(params.data, params.event), `a message on ${channel}`)
      return found.params!
    },
    closed,
    async close() {
      socket.close()
      await closed
    },
  }
}

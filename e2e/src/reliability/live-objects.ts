/** The objects a client keeps from a channel: those alive, by id, as a text of what matters. */
import type { Socket } from '@parley/client'

/** The text is undefined where the thing is no more. */
export type Read<Data> = (data: Data) => { readonly id: string | number; readonly text: string | undefined }
export type Wish = {
  /** Asks for what it missed rather than for the list anew. */
  readonly resume?: true
  /** The list is of the newest alone: earlier ones stay. */
  readonly growing?: true
}

/** Listens from now on; answers its lines. */
export function keep<Data>(socket: Socket, channel: string, read: Read<Data>, { resume, growing }: Wish = {}): () => readonly string[] {
  const kept = new Map<string | number, string>()
  const apply = (one: Data): void => {
    const { id, text } = read(one)
    if (text === undefined) kept.delete(id)
    else kept.set(id, text)
  }
  socket.subscribe<Data>(
    channel,
    ({ event, data }) => {
      if (event === 'SNAPSHOT' && growing === undefined) kept.clear()
      for (const one of event === 'SNAPSHOT' ? data : [data]) apply(one)
    },
    { snapshot: true, ...(resume === undefined ? {} : { resume }) },
  )
  return () => [...kept].map(([id, text]) => `${id} ${text}`)
}

/** The same lines of what the server lists. */
export const lines = <Data>(listed: readonly Data[], read: Read<Data>): readonly string[] =>
  listed.map(read).flatMap(({ id, text }) => (text === undefined ? [] : [`${id} ${text}`]))

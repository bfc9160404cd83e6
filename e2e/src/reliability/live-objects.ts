/** The objects that a client keeps from a channel: the current ones, by id, with the relevant members as text. */
import type { Socket } from '@parley/client'

/** The text is undefined if the object has ended. */
export type Read<Data> = (data: Data) => { readonly id: string | number; readonly text: string | undefined }
export type Wish = {
  /** Requests what it missed instead of the whole list. */
  readonly resume?: true
  /** The list contains only the newest; earlier ones are kept. */
  readonly growing?: true
}

/** Listens from now on; returns its lines. */
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

/** The same lines from the server's list. */
export const lines = <Data>(listed: readonly Data[], read: Read<Data>): readonly string[] =>
  listed.map(read).flatMap(({ id, text }) => (text === undefined ? [] : [`${id} ${text}`]))

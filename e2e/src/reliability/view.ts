/** One aspect in which a client and the server are compared, and the parts of its views. */
import type { Client, Socket } from '@parley/client'

/** The state of something at one client and at the server, as lines in any order. */
export type View = {
  readonly what: string
  here(): readonly string[]
  there(): Promise<readonly string[]>
}
export type Sockets = { readonly direct: Socket; readonly grfq: Socket; readonly ob: Socket }
/** `heard` subscribes through the misbehaving network; `asked` reads over REST directly. `markets` and `own` are those whose books are compared. */
export type ViewParts = {
  readonly listening: Client
  readonly asked: Client
  readonly sockets: Sockets
  markets(): readonly number[]
  own(): readonly string[]
}

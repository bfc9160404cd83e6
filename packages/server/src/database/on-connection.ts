/** Statements on one connection, executed one after the other in the order they were started. */
import type { Writable } from 'node:stream'
import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import type { Rendered, Result, Page, Run } from './statement.ts'

/** Prepared by name, so that a repeated statement is planned only once. More texts than this mean that some caller builds a new text every time. */
const NAMES_MOST = 2_000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MOST) return known
  const name = `parley_${names.size}`
  names.set(text, name)
  return name
}

export const toQuery = ({ text, values }: Rendered): QueryConfig => ({ name: nameOf(text), text, values: values as unknown[] })

/**
 * A large statement does not fit into the socket at once, and the database starts only when it has received all of it. A caller that blocks the event
 * loop before that delays the database. Not called if the connection is lost in the meantime; the result reports that.
 */
export function whenSent(client: ClientBase, onSent: () => void): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  // Runs after a write that was deferred to the end of this turn.
  setImmediate(() => {
    if (stream.writableNeedDrain) stream.once('drain', onSent)
    else onSent()
  })
}

/** For several statements, the result of the last one. */
export function resultOf(answer: QueryResult<object> | QueryResult<object>[]): Result<readonly object[]> {
  const { rows, rowCount } = Array.isArray(answer) ? answer.at(-1)! : answer
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Result<readonly object[]>
}

export type OnConnection = {
  readonly run: Run
  readonly page: Page
  readonly runText: (text: string) => ReturnType<Run>
  /** Returns the command tag from the database. */
  readonly say: (text: string) => Promise<string>
}

/** `asFailure` turns an error of the client into the one that the caller gets. */
export function createOnConnection(client: ClientBase, isOver: () => boolean, asFailure: (error: unknown) => unknown): OnConnection {
  let last: Promise<unknown> = Promise.resolve()
  let cursors = 0
  const ask = async (query: QueryConfig | string) => {
    if (isOver()) throw new Error('This connection was returned to the pool and cannot be used any more.')
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    try {
      return await client.query<object>(query as QueryConfig)
    } catch (error) {
      throw asFailure(error)
    } finally {
      resolve()
    }
  }
  const serially = async (query: QueryConfig | string) => resultOf(await ask(query))
  return {
    run: (statement) => serially(toQuery(statement)),
    runText: serially,
    say: async (text) => (await ask(text)).command,
    async *page({ text, values }, rows) {
      const cursor = `parley_cursor_${++cursors}`
      await serially({ text: `declare ${cursor} no scroll cursor for ${text}`, values: values as unknown[] })
      for (;;) {
        const some = await serially(`fetch ${rows} from ${cursor}`)
        if (some.length > 0) yield some
        if (some.length < rows) break
      }
      await serially(`close ${cursor}`)
    },
  }
}

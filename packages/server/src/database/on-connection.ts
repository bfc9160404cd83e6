/** Statements on one connection, one after the other in the order they were started. */
import type { Writable } from 'node:stream'
import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import type { Rendered, Result, Page, Run } from './statement.ts'

/** Prepared by name, so that a repeated statement is planned once. More texts than this mean that some caller builds them anew every time. */
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
 * A large statement is more than a socket takes at once, and the database begins when it has the whole: who keeps the loop busy before that
 * keeps the database waiting. Not called where the connection is lost meanwhile; the answer says so.
 */
export function whenSent(client: ClientBase, onSent: () => void): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  // Behind a write that was put off to the end of this turn.
  setImmediate(() => {
    if (stream.writableNeedDrain) stream.once('drain', onSent)
    else onSent()
  })
}

/** Of several statements the last one's. */
export function resultOf(answer: QueryResult<object> | QueryResult<object>[]): Result<readonly object[]> {
  const { rows, rowCount } = Array.isArray(answer) ? answer.at(-1)! : answer
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Result<readonly object[]>
}

export type OnConnection = {
  readonly run: Run
  readonly page: Page
  readonly runText: (text: string) => ReturnType<Run>
  /** Answers the command tag of the database. */
  readonly say: (text: string) => Promise<string>
}

export function createOnConnection(client: ClientBase, isOver: () => boolean): OnConnection {
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

/**
 * The current view of a table. It changes when this process or another one writes to the table, and by itself when a time in a row has come. Every process
 * computes it from the rows and the time, so all of them agree and a restart changes nothing.
 */
import type { StreamChannel } from '../calls/channel.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'

const LOOK_MS = 250

export type TimedViewParts<Row, View extends object> = {
  readonly sql: Sql
  readonly log: Log
  /** Writers notify it in their transaction. */
  readonly notices: string
  /** For the log. */
  readonly name: string
  readonly read: () => PromiseLike<readonly Row[]>
  readonly view: (rows: readonly Row[]) => View
}

export type TimedView<Row, View> = {
  rows(): readonly Row[]
  view(): View
  /** After a write of this process, so that its next answer contains it. */
  reload(): Promise<void>
  readonly open: StreamChannel['open']
  close(): Promise<void>
}

export async function openTimedView<Row, View extends object>(parts: TimedViewParts<Row, View>): Promise<TimedView<Row, View>> {
  const { sql, log, notices, name } = parts
  const listeners = new Set<(data: object) => void>()
  let rows: readonly Row[] = []
  const read = async () => void (rows = await parts.read())
  /** Reads run one after another, because an early read that completes late would undo a later change. */
  let loading: Promise<void> = Promise.resolve()
  const load = (): Promise<void> => (loading = loading.then(read, read))
  const view = () => parts.view(rows)
  let published = ''
  const look = () => {
    const seen = view()
    const text = JSON.stringify(seen)
    if (text === published) return
    published = text
    for (const listener of listeners) listener(seen)
  }
  const readAgain = () => void load().then(look, (error: unknown) => log.error({ error }, `Could not reload ${name}`))
  const listening = await sql.listen(notices, readAgain)
  await load()
  look()
  const looking = setInterval(look, LOOK_MS)
  return {
    rows: () => rows,
    view,
    async reload() {
      await load()
      look()
    },
    open: (_caller, _params, push) => {
      push(view())
      listeners.add(push)
      return Promise.resolve(() => void listeners.delete(push))
    },
    async close() {
      clearInterval(looking)
      await listening.unlisten()
    },
  }
}

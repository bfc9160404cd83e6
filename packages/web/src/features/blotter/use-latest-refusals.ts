/** The latest refusals have no channel, so that they are asked for again for as long as their list is looked at. */
import { type Order, refusedOrderLists } from '@parley/client'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { limits } from '../../live/limits.ts'
import { outageReasonNow } from '../../live/outage.ts'
import { report } from '../../live/report.ts'

/** Either list reads the rows of both flows. */
const [listing] = refusedOrderLists()

export function useLatestRefusals(): readonly Order[] {
  const [held, setHeld] = useState<readonly Order[]>([])
  useEffect(() => {
    const read = () => {
      if (document.hidden || outageReasonNow() !== undefined) return
      client
        .call(listing!.call, { query: { page_size: limits.pageRows } })
        .then((answer) => setHeld((before) => newer(before, listing!.rowsOf(answer))))
        .catch((error: unknown) => report('The latest refusals could not be read:', error))
    }
    const ticking = setInterval(read, limits.refusalsEveryMs)
    return () => clearInterval(ticking)
  }, [])
  return held
}

/** The same list where nothing was refused since: its table is not drawn again. */
const newer = (before: readonly Order[], now: readonly Order[]): readonly Order[] =>
  before[0]?.id === now[0]?.id && before.length === now.length ? before : now

/** The latest refusals have no channel, so that they are asked for again for as long as their list is looked at. */
import { type AnyOrder, orderFromRefused } from '@parley/client'
import { outcomeCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { limits } from '../../live/limits.ts'
import { outageReasonNow } from '../../live/outage.ts'
import { report } from '../../live/report.ts'

export function useLatestRefusals(): readonly AnyOrder[] {
  const [held, setHeld] = useState<readonly AnyOrder[]>([])
  useEffect(() => {
    const read = () => {
      if (document.hidden || outageReasonNow() !== undefined) return
      client
        .call(outcomeCalls.listRefusedOrders, { query: { page_size: limits.pageRows } })
        .then(({ results }) => setHeld((before) => newer(before, results.map(orderFromRefused))))
        .catch((error: unknown) => report('The latest refusals could not be read:', error))
    }
    const ticking = setInterval(read, limits.refusalsEveryMs)
    return () => clearInterval(ticking)
  }, [])
  return held
}

/** The same list where nothing was refused since: its table is not drawn again. */
const newer = (before: readonly AnyOrder[], now: readonly AnyOrder[]): readonly AnyOrder[] =>
  before[0]?.id === now[0]?.id && before.length === now.length ? before : now

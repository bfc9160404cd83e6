/** The realised results of the account, as far back as they are needed, and again after new fills and payments. */
import { perpetualCalls } from '@parley/contracts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage, type Loadable } from '../../live/loadable.ts'
import { newestPage, nextPage, type PnlHeld, type PnlPage, rowFromWire, withPage } from './pnl-pages.ts'
import { usePerpetuals } from './perpetual-store.ts'

/** `isComplete` if everything since the requested time is known. */
export type PnlHistory = PnlHeld & { readonly isComplete: boolean }

/** New fills and payments of this time are read together. */
const TOGETHER_MS = 2_000

/** Known without a call. */
const WITHOUT_ACCOUNT: Loadable<PnlHistory> = { state: 'LOADED', data: { rows: [], pages: 0, earlier: undefined, isComplete: true } }

export function useDailyPnl(since: number): Loadable<PnlHistory> {
  const held = useRef<PnlHeld | undefined>(undefined)
  const [shown, setShown] = useState<PnlHeld>()
  const [failure, setFailure] = useState<string>()
  const [tries, setTries] = useState(0)
  const version = useNewResults()
  const hasNone = usePerpetuals(({ account }) => account.line === 'NO_ACCOUNT')
  useEffect(() => {
    if (hasNone) return undefined
    let isLeft = false
    const read = async (): Promise<void> => {
      let page: PnlPage | undefined = newestPage(Math.round(serverNow()))
      while (page !== undefined) {
        const answer = await client.call(perpetualCalls.listPerpetualDailyPnl, { query: page })
        if (isLeft) return
        const rows = answer.results.flatMap((view) => rowFromWire(view) ?? [])
        held.current = withPage(held.current, page, rows, answer.earlier ?? undefined)
        setShown(held.current)
        page = nextPage(held.current, since)
      }
    }
    setFailure(undefined)
    read().catch((error: unknown) => !isLeft && setFailure(errorMessage(error)))
    return () => void (isLeft = true)
  }, [since, tries, version, hasNone])
  if (hasNone) return WITHOUT_ACCOUNT
  if (failure !== undefined) return { state: 'FAILED', words: failure, retry: () => setTries(tries + 1) }
  if (shown === undefined) return { state: 'LOADING' }
  return { state: 'LOADED', data: { ...shown, isComplete: nextPage(shown, since) === undefined } }
}

/** Changes some time after a fill or a payment has arrived. */
function useNewResults(): number {
  const [version, setVersion] = useState(0)
  const news = usePerpetuals(({ account: { fills, payments } }) => `${fills[0]?.id} ${payments[0]?.id}`)
  const [read, setRead] = useState(news)
  const isWaiting = news !== read
  const take = useEffectEvent(() => {
    setRead(news)
    setVersion((before) => before + 1)
  })
  // The first of several news starts the time, and the later ones do not move it.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => take(), TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return version
}

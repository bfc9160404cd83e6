/** The realised results of the account, as far back as they are needed, and again after new fills and payments. */
import { type Attempt, createReader, type Reader } from '@parley/client'
import { perpetualCalls } from '@parley/contracts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { limits } from '../../live/limits.ts'
import { listsLoading, loadingOf } from '../../live/lists-loading.ts'
import type { Loadable } from '../../live/loadable.ts'
import { newestPage, newsPage, newsPauseMs, nextPage, noPnl, type PnlHeld, rowFromWire, withAnswer } from './pnl-pages.ts'
import { usePerpetuals } from './perpetual-store.ts'

/** `isComplete` if everything since the requested time is known. */
export type PnlHistory = PnlHeld & { readonly isComplete: boolean }

/** Known without a call. */
const WITHOUT_ACCOUNT: Loadable<PnlHistory> = { state: 'LOADED', data: { ...noPnl, isComplete: true } }

export function useDailyPnl(since: number): Loadable<PnlHistory> {
  const known = useRef({ held: noPnl, hasNews: false })
  const reader = useRef<Reader>(undefined)
  const [held, setHeld] = useState(noPnl)
  const [loading, setLoading] = useState(listsLoading)
  const hasNone = usePerpetuals(({ account }) => account.line === 'NO_ACCOUNT')
  const read = useEffectEvent(async ({ isCurrent, show }: Attempt): Promise<void> => {
    const state = known.current
    for (;;) {
      const isNews = state.hasNews && state.held.pages > 0 && state.held.part === undefined
      const now = Math.round(serverNow())
      const isFirst = state.held.pages === 0 && state.held.part === undefined
      const page = isFirst ? newestPage(now) : isNews ? newsPage(state.held, now) : nextPage(state.held, since)
      if (page === undefined) return
      const answer = await client.call(perpetualCalls.listPerpetualDailyPnl, { query: page })
      if (!isCurrent()) return
      if (isNews) state.hasNews = false
      const rows = answer.results.flatMap((view) => rowFromWire(view) ?? [])
      state.held = withAnswer(state.held, page, { rows, from: answer.from, earlier: answer.earlier ?? undefined })
      setHeld(state.held)
      if (state.held.pages > 0) show()
    }
  })
  useEffect(() => {
    if (hasNone) return undefined
    const own = createReader({
      ...{ read, now: serverNow, againMs: limits.readAgainMs },
      onChange: (reading) => setLoading(loadingOf(reading, own.retry)),
    })
    reader.current = own
    return () => {
      reader.current = undefined
      own.stop()
    }
  }, [hasNone])
  useEffect(() => reader.current?.read(), [since, hasNone])
  useNewResults(newsPauseMs(held), () => {
    known.current.hasNews = true
    reader.current?.read()
  })
  if (hasNone) return WITHOUT_ACCOUNT
  return loading.state === 'LOADED' ? { state: 'LOADED', data: { ...held, isComplete: nextPage(held, since) === undefined } } : loading
}

/** Calls some time after a fill or a payment has arrived. */
function useNewResults(pauseMs: number, onNews: () => void): void {
  const news = usePerpetuals(({ account: { fills, payments } }) => `${fills[0]?.id} ${payments[0]?.id}`)
  const [read, setRead] = useState(news)
  const isWaiting = news !== read
  const take = useEffectEvent(() => {
    setRead(news)
    onNews()
  })
  const pause = useEffectEvent(() => pauseMs)
  // The first of several updates starts the wait, and later ones do not extend it.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => take(), pause())
    return () => clearTimeout(timer)
  }, [isWaiting])
}

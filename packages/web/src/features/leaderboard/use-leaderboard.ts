/** The responses for the chosen filters, reloaded periodically. The shown data stays until the next responses arrive. */
import { type LeaderStrengthView, leaderboardCalls as calls } from '@parley/contracts'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { report } from '../../live/report.ts'
import { type LeaderFilters, queryOf } from './leader-filters.ts'
import type { LeaderAnswers } from './leader-rows.ts'

const AGAIN_MS = 30_000

type Held = { readonly key: string; readonly data?: LeaderAnswers; readonly words?: string }

type LeaderboardState = { readonly answers: Loadable<LeaderAnswers>; readonly isOld: boolean; readonly again: () => void }

/** `isOld` is true while the filters have changed and the responses are loading. */
export function useLeaderboard(filters: LeaderFilters): LeaderboardState {
  const key = JSON.stringify(filters)
  const [held, setHeld] = useState<Held>({ key })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    let isLeft = false
    const query = queryOf(filters, Date.now())
    const all = Promise.all([
      client.call(calls.leaderVolumes, { query: { ...query, role: filters.role } }),
      client.call(calls.leaderFills, { query }),
      client.call(calls.leaderResponses, { query }),
    ])
    all.then(
      ([volumes, fills, responses]) => !isLeft && setHeld({ key, data: { volumes, fills, responses } }),
      (error: unknown) => {
        report('The leaderboard could not be loaded.', error)
        if (!isLeft) setHeld((before) => ({ ...(before.key === key ? before : {}), key, words: errorMessage(error) }))
      },
    )
    const timer = setTimeout(again, AGAIN_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [filters, key, turn, again])
  const { data, words } = held
  if (data !== undefined) return { answers: { state: 'LOADED', data }, isOld: held.key !== key, again }
  return { answers: words === undefined ? { state: 'LOADING' } : { state: 'FAILED', words, retry: again }, isOld: false, again }
}

export function useStrengths(): readonly LeaderStrengthView[] {
  const [strengths, setStrengths] = useState<readonly LeaderStrengthView[]>([])
  useEffect(() => {
    let isLeft = false
    client.call(calls.leaderStrengths, {}).then(
      ({ results }) => !isLeft && setStrengths(results),
      (error: unknown) => report('The strengths of the firm could not be loaded.', error),
    )
    return () => {
      isLeft = true
    }
  }, [])
  return strengths
}

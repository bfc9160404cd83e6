/** One day of reconciliation and one of its differences, reloaded while they are on the screen. */
import { type AnswerOf, type DifferenceDetailView, reconciliationCalls } from '@parley/contracts'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { client } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'

export type ComparedDay = AnswerOf<typeof reconciliationCalls.getDay>

const AGAIN_MS = 30_000
/** The interval while a venue is being queried. */
const SOON_MS = 1_500

type Held<T> = { readonly key: string; readonly data?: T; readonly words?: string }

/** The shown data stays until the next response arrives. Another key starts from empty. */
function useFollowed<T>(key: string, read: () => Promise<T>, everyMs: (data: T | undefined) => number): readonly [Loadable<T>, () => void] {
  const [held, setHeld] = useState<Held<T>>({ key })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])
  const { data, words } = held.key === key ? held : { data: undefined, words: undefined }
  const ask = useEffectEvent(read)
  useEffect(() => {
    let isOver = false
    ask().then(
      (answer) => !isOver && setHeld({ key, data: answer }),
      (error: unknown) => !isOver && setHeld((before) => ({ ...(before.key === key ? before : {}), key, words: errorMessage(error) })),
    )
    return () => {
      isOver = true
    }
  }, [key, turn])
  const pauseMs = useEffectEvent(() => everyMs(data))
  useEffect(() => {
    const timer = setTimeout(again, pauseMs())
    return () => clearTimeout(timer)
  }, [held, key, again])
  if (data !== undefined) return [{ state: 'LOADED', data }, again]
  return [words === undefined ? { state: 'LOADING' } : { state: 'FAILED', words, retry: again }, again]
}

export const useComparedDay = (day: string) =>
  useFollowed<ComparedDay>(
    day,
    () => client.call(reconciliationCalls.getDay, { params: { day } }),
    (data) => (data?.accounts.some(({ state, failure }) => state === 'WAITING' && failure === null) === true ? SOON_MS : AGAIN_MS),
  )

export const useDifference = (id: string) =>
  useFollowed<DifferenceDetailView>(
    id,
    () => client.call(reconciliationCalls.getDifference, { params: { id } }),
    () => AGAIN_MS,
  )

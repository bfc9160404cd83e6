/** How the requests of each taker to the desk went, for the queue and the ticket: asked once, and again where it is older than a minute. */
import { getTakerHistories, type TakerHistory } from '@parley/client'
import { useEffect } from 'react'
import { create } from 'zustand'
import { client } from './api.ts'
import { useFlag } from './flags.ts'
import { limits } from './limits.ts'
import { report } from './report.ts'
import { useSession } from './session.ts'

const useHistories = create<{ readonly byDesk: ReadonlyMap<string, TakerHistory> | undefined }>(() => ({ byDesk: undefined }))
let askedAt = -Infinity

function load(): void {
  if (performance.now() - askedAt < limits.takerHistoryEveryMs) return
  askedAt = performance.now()
  getTakerHistories()
    .send(client)
    .then((histories) => useHistories.setState({ byDesk: new Map(histories.map((one) => [one.deskName, one])) }))
    .catch((error: unknown) => report('The history with takers could not be read:', error))
}

// The next person at this window reads that desk's own.
useSession.subscribe(({ session }) => {
  if (session.state === 'SIGNED_IN') return
  askedAt = -Infinity
  useHistories.setState({ byDesk: undefined })
})

/** Undefined until it is known, and where the flag of takers’ profiles is off. `subject` is what it is looked at for: another one looks again. */
export function useTakerHistories(subject: string): ReadonlyMap<string, TakerHistory> | undefined {
  const isShown = useFlag('feature_taker_profile')
  useEffect(() => (isShown ? load() : undefined), [subject, isShown])
  const histories = useHistories(({ byDesk }) => byDesk)
  return isShown ? histories : undefined
}

/** How each taker's RFQs to the desk have ended, for the queue and the ticket: loaded once, and again if older than a minute. */
import { getTakerHistories, type TakerHistory } from '@parley/client'
import { useEffect } from 'react'
import { create } from 'zustand'
import { client } from './api.ts'
import { useFlag } from './feature-flags.ts'
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
    .catch((error: unknown) => report('Could not load the history with takers:', error))
}

// The next user of this window loads their own desk's data.
useSession.subscribe(({ session }) => {
  if (session.state === 'SIGNED_IN') return
  askedAt = -Infinity
  useHistories.setState({ byDesk: undefined })
})

/** Undefined until it is known, and if the flag of taker profiles is off. `subject` is what it is shown for: another subject refreshes it. */
export function useTakerHistories(subject: string): ReadonlyMap<string, TakerHistory> | undefined {
  const isShown = useFlag('feature_taker_profile')
  useEffect(() => (isShown ? load() : undefined), [subject, isShown])
  const histories = useHistories(({ byDesk }) => byDesk)
  return isShown ? histories : undefined
}

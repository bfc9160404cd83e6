/** The record of a direct request, read when the card opens and again when a deal of it gets on. */
import { getRecord, type RfqRecord } from '@parley/client'
import { useCallback, useEffect, useState } from 'react'
import { send } from '../../live/api.ts'
import { type Loadable, wordsOf } from '../../live/loadable.ts'
import type { RfqChoice } from '../../live/screen-state.ts'
import { useRfqTrades } from '../../live/use-live.ts'

export function useRecord({ id, audience }: RfqChoice): Loadable<RfqRecord> {
  const [held, setHeld] = useState<Loadable<RfqRecord>>({ state: 'LOADING' })
  const trades = useRfqTrades(id)
  const load = useCallback(() => {
    let isWanted = true
    send(getRecord({ id, audience, number: undefined })).then(
      (data) => isWanted && setHeld({ state: 'LOADED', data }),
      (error: unknown) => isWanted && setHeld({ state: 'FAILED', words: wordsOf(error), retry: load }),
    )
    return () => void (isWanted = false)
  }, [id, audience])
  const stages = trades.map((trade) => `${trade.id} ${trade.state}`).join()
  useEffect(load, [load, stages])
  return held
}

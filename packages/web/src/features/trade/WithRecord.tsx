import { getRecord, type RfqRecord } from '@parley/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import type { RfqChoice } from '../../live/screen-state.ts'
import { send } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { useRfqTrades } from '../../live/use-live.ts'

type WithRecordProps = { readonly rfq: RfqChoice; readonly children: (record: RfqRecord) => ReactNode }

/** The record of a direct RFQ once it is loaded. Until then a placeholder, or the reason why there is none. */
export function WithRecord({ rfq, children }: WithRecordProps) {
  const record = useRecord(rfq)
  switch (record.state) {
    case 'LOADING':
      return <Skeleton lines={12} label="Loading the record" />
    case 'FAILED':
      return <CouldNotLoad what="the record" words={record.words} retry={record.retry} />
    case 'LOADED':
      return children(record.data)
  }
}

/** Loads the record when the card opens, and again whenever a trade of the RFQ changes its state. */
function useRecord({ id, audience }: RfqChoice): Loadable<RfqRecord> {
  const [held, setHeld] = useState<Loadable<RfqRecord>>({ state: 'LOADING' })
  const trades = useRfqTrades(id)
  const load = useCallback(() => {
    let isWanted = true
    send(getRecord({ id, audience, number: undefined })).then(
      (data) => isWanted && setHeld({ state: 'LOADED', data }),
      (error: unknown) => isWanted && setHeld({ state: 'FAILED', words: errorMessage(error), retry: load }),
    )
    return () => void (isWanted = false)
  }, [id, audience])
  const stages = trades.map((trade) => `${trade.id} ${trade.state}`).join()
  useEffect(load, [load, stages])
  return held
}

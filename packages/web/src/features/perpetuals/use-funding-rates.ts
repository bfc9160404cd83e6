/** The past funding rates of a market. */
import { perpetualCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage, type Loadable } from '../../live/loadable.ts'
import { rateFromWire } from './from-wire.ts'
import type { FundingRate } from './model.ts'

/** Loaded each time it is shown. No rates are read for a span of zero. */
export function useFundingRates(market: string, spanMs: number): Loadable<readonly FundingRate[]> {
  const [held, setHeld] = useState<Loadable<readonly FundingRate[]>>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    setHeld({ state: 'LOADING' })
    if (spanMs === 0) return undefined
    const to = Math.round(serverNow())
    client.call(perpetualCalls.listPerpetualFundingRates, { params: { market }, query: { from: to - spanMs, to } }).then(
      ({ results }) => !isLeft && setHeld({ state: 'LOADED', data: results.map(rateFromWire) }),
      (error: unknown) => !isLeft && setHeld({ state: 'FAILED', words: errorMessage(error), retry: () => setTries(tries + 1) }),
    )
    return () => void (isLeft = true)
  }, [market, spanMs, tries])
  return held
}

/** The past funding rates of a market. */
import { perpetualCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage, type Loadable } from '../../live/loadable.ts'
import { useStateOf } from '../../live/use-state-of.ts'
import { rateFromWire } from './from-wire.ts'
import type { FundingRate } from './model.ts'

const loading: Loadable<readonly FundingRate[]> = { state: 'LOADING' }

/** Loaded each time it is shown. No rates are read for a span of zero. */
export function useFundingRates(market: string, spanMs: number): Loadable<readonly FundingRate[]> {
  const [tries, setTries] = useState(0)
  const [rates, setRates] = useStateOf(`${market} ${spanMs} ${tries}`, loading)
  useEffect(() => {
    let isLeft = false
    if (spanMs === 0) return undefined
    const to = Math.round(serverNow())
    client.call(perpetualCalls.listPerpetualFundingRates, { params: { market }, query: { from: to - spanMs, to } }).then(
      ({ results }) => !isLeft && setRates({ state: 'LOADED', data: results.map(rateFromWire) }),
      (error: unknown) => !isLeft && setRates({ state: 'FAILED', words: errorMessage(error), retry: () => setTries(tries + 1) }),
    )
    return () => void (isLeft = true)
  }, [market, spanMs, tries, setRates])
  return rates
}

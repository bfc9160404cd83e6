/** The candles of a market and interval, extended by new trades. */
import { perpetualCalls } from '@parley/contracts'
import { priceToNumber } from '@parley/core'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { useStateOf } from '../../live/use-state-of.ts'
import { periodMs, type Resolution, withTrade } from './candles.ts'
import { candleFromWire } from './from-wire.ts'
import type { Candle } from './model.ts'
import { usePerpetuals } from './perpetual-store.ts'

/** The number of candles that the chart has. */
export const CANDLES = 300
const loading: Loadable<readonly Candle[]> = { state: 'LOADING' }

/** Reloaded for each market and interval. Until the new candles have arrived there are none, and never those of the previous choice. */
export function useCandles(market: string, resolution: Resolution): Loadable<readonly Candle[]> {
  const [tries, setTries] = useState(0)
  const [candles, setCandles] = useStateOf(`${market} ${resolution} ${tries}`, loading)
  useEffect(() => {
    let isLeft = false
    const to = Math.round(serverNow())
    const query = { resolution, from: to - CANDLES * periodMs(resolution), to }
    client.call(perpetualCalls.listPerpetualCandles, { params: { market }, query }).then(
      ({ results }) => !isLeft && setCandles({ state: 'LOADED', data: results.map(candleFromWire) }),
      (error: unknown) => !isLeft && setCandles({ state: 'FAILED', words: errorMessage(error), retry: () => setTries(tries + 1) }),
    )
    return () => void (isLeft = true)
  }, [market, resolution, tries, setCandles])
  useEffect(
    () =>
      usePerpetuals.subscribe(({ watchedTrades }, before) => {
        const fresh = watchedTrades?.market === market && watchedTrades !== before.watchedTrades ? watchedTrades.fresh : []
        if (fresh.length > 0) setCandles((now) => grown(now, fresh, resolution))
      }),
    [market, resolution, setCandles],
  )
  return candles
}

type Fresh = NonNullable<ReturnType<typeof usePerpetuals.getState>['watchedTrades']>['fresh']

function grown(held: Loadable<readonly Candle[]>, fresh: Fresh, resolution: Resolution): Loadable<readonly Candle[]> {
  if (held.state !== 'LOADED') return held
  const data = fresh.reduce(
    (candles, { at, price, quantity }) => withTrade(candles, { at, price: priceToNumber(price), quantity: quantity / 1e6 }, resolution),
    held.data,
  )
  return { ...held, data }
}

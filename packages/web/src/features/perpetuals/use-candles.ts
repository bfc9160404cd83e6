/** The candles of a market and interval, extended by new trades. */
import { perpetualCalls } from '@parley/contracts'
import { priceToNumber } from '@parley/core'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { periodMs, type Resolution, withTrade } from './candles.ts'
import { candleFromWire } from './from-wire.ts'
import type { Candle } from './model.ts'
import { usePerpetuals } from './perpetual-store.ts'

/** The number of candles that the chart has. */
export const CANDLES = 300
const loading: Loadable<readonly Candle[]> = { state: 'LOADING' }

/** Reloaded for each market and interval. Until the new candles have arrived there are none, and never those of the previous choice. */
export function useCandles(market: string, resolution: Resolution): Loadable<readonly Candle[]> {
  const key = `${market} ${resolution}`
  const [held, setHeld] = useState({ key, candles: loading })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    setHeld({ key, candles: loading })
    const to = Math.round(serverNow())
    const query = { resolution, from: to - CANDLES * periodMs(resolution), to }
    const keep = (candles: Loadable<readonly Candle[]>) => !isLeft && setHeld({ key, candles })
    client.call(perpetualCalls.listPerpetualCandles, { params: { market }, query }).then(
      ({ results }) => keep({ state: 'LOADED', data: results.map(candleFromWire) }),
      (error: unknown) => keep({ state: 'FAILED', words: errorMessage(error), retry: () => setTries(tries + 1) }),
    )
    return () => void (isLeft = true)
  }, [key, market, resolution, tries])
  useEffect(
    () =>
      usePerpetuals.subscribe(({ watchedTrades }, before) => {
        const fresh = watchedTrades?.market === market && watchedTrades !== before.watchedTrades ? watchedTrades.fresh : []
        if (fresh.length > 0) setHeld((now) => (now.key === key ? { key, candles: grown(now.candles, fresh, resolution) } : now))
      }),
    [key, market, resolution],
  )
  return held.key === key ? held.candles : loading
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

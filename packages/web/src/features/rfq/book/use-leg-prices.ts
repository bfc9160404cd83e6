import type { OrderBookRfq } from '../../../live/audiences.ts'
import type { Structure } from '@parley/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { client } from '../../../live/api.ts'
import { isFlagOn, useFlag } from '../../../live/feature-flags.ts'
import { pricingCall } from '../../../live/order-book-base.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { typedPrice, type Zero } from '../typed-price.ts'
import { type LegPrices, pricesFromLegs, pricesFromWire, type TypedLegs, wireLegs } from './leg-prices.ts'

/** Too short to notice, and long enough to avoid a request for every key. */
const ASK_AFTER_MS = 150

type Answered = { readonly asked: string; readonly answer: LegPrices }

type Entered = { readonly price: EnteredNumber; readonly typed: TypedLegs | undefined; readonly zero: Zero }

/** Asks the server to split the price over the legs, unless the leg prices were typed. */
export function useLegPrices(market: OrderBookRfq, structure: Structure, { price, typed, zero }: Entered): LegPrices {
  const [held, setHeld] = useState<Answered>()
  const read = typedPrice(price, zero)
  const isShared = useFlag('feature_v2_pricing')
  const asked = isShared && typed === undefined && read.price !== undefined ? price : undefined
  const ask = useEffectEvent((of: string) => askPrices(market, structure, of))
  const answered = held?.asked
  useEffect(() => {
    if (asked === undefined || answered === asked) return
    let isLeft = false
    const timer = setTimeout(() => {
      void ask(asked).then((answer) => isLeft || setHeld({ asked, answer }))
    }, ASK_AFTER_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [asked, answered, market.id, structure])
  return useMemo(() => {
    if (typed !== undefined) return pricesFromLegs(structure, typed)
    if (read.reason !== undefined) return { state: 'NONE', words: read.reason }
    if (!isShared) return { state: 'NONE', words: 'The price cannot be split over the legs at the moment. Price each leg.' }
    return held !== undefined && held.asked === asked ? held.answer : { state: 'ASKING' }
  }, [typed, structure, asked, read.reason, held, isShared])
}

async function askPrices(market: OrderBookRfq, structure: Structure, price: string): Promise<LegPrices> {
  const ratios = new Map(market.legs.map((leg) => [leg.instrumentId, leg.ratio]))
  const legs = wireLegs(structure, (id) => ratios.get(id) ?? '1')
  try {
    const answer = await client.call(pricingCall(), {
      body: { venue: market.venue, bid_price: price, legs, accept_estimated_prices: isFlagOn('um_leg_pricing_fallback') },
    })
    return pricesFromWire(structure, answer, price)
  } catch (error) {
    return { state: 'NONE', words: errorMessage(error) }
  }
}

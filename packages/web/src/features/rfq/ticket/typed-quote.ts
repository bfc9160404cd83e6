/** The maker's own vols and quantities of the displayed RFQ, for the smile and the inventory next to the ticket. */
import { parsePrice, type Structure } from '@parley/core'
import type { Order, Rfq } from '@parley/client'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { MakerSide } from './maker-form.ts'
import type { Maker, Sides } from './use-maker-form.ts'
import { legVol } from './vol-price.ts'

/** In percent. A side that is not quoted has none. */
export type MyVol = { readonly bid: number | undefined; readonly ask: number | undefined }
export type TypedQuote = {
  readonly rfqId: string
  readonly isOpen: boolean
  readonly vols: ReadonlyMap<number, MyVol>
  /** A side that is not quoted has none. */
  readonly quantity: Partial<Sides<string>>
}

export const useTypedQuote = create<{ readonly quote: TypedQuote | undefined }>(() => ({ quote: undefined }))

const volOf = (text: EnteredNumber): number | undefined => (Number(text) > 0 ? Number(text) : undefined)

type Open = Partial<Sides<Order>>

/** An unreadable quantity is left out. */
const entered = ({ BUY, SELL }: Maker['quantity']): Partial<Sides<string>> => ({
  ...(BUY === undefined ? {} : { BUY }),
  ...(SELL === undefined ? {} : { SELL }),
})

/** The vols of the live quote. Without one: those that were typed, or those of the typed prices. */
export function useShownVols(rfq: Rfq, structure: Structure, maker: Maker, open: Open): void {
  const pricesOf = (side: MakerSide) =>
    open.BUY === undefined && open.SELL === undefined
      ? maker.sides[side].legPrices
      : open[side]?.legPrices?.map((leg) => parsePrice(leg.price)!)
  const isOpen = open.BUY !== undefined || open.SELL !== undefined
  const [bought, sold] = [pricesOf('BUY'), pricesOf('SELL')]
  const vols = new Map(
    structure.legs.flatMap((leg, place) => {
      if (leg.instrument.kind !== 'OPTION') return []
      // A price is on the tick, so its vol differs from the typed one.
      const typed = isOpen || maker.mode !== 'VOL' ? undefined : maker.vols[place]
      if (typed !== undefined) return [[leg.instrument.id, { bid: volOf(typed.bid), ask: volOf(typed.ask) }] as const]
      const mark = maker.markOf(leg.instrument.id)
      // Buying the structure sells the legs with side SELL, so for those the structure's bid is the leg's ask.
      const [bid, ask] = leg.side === 'BUY' ? [bought, sold] : [sold, bought]
      const vol = (prices: typeof bought) => (prices === undefined ? undefined : legVol(leg, prices[place]!, mark, maker.now))
      return [[leg.instrument.id, { bid: vol(bid), ask: vol(ask) }] as const]
    }),
  )
  const quantity = isOpen
    ? {
        ...(open.BUY === undefined ? {} : { BUY: open.BUY.resting }),
        ...(open.SELL === undefined ? {} : { SELL: open.SELL.resting }),
      }
    : entered(maker.quantity)
  const key = JSON.stringify([rfq.id, isOpen, quantity, [...vols]])
  const show = useEffectEvent(() => useTypedQuote.setState({ quote: { rfqId: rfq.id, isOpen, vols, quantity } }))
  // The vols are calculated on every render, and published only when one of them changes.
  useEffect(() => show(), [key])
  useEffect(() => () => useTypedQuote.setState({ quote: undefined }), [rfq.id])
}

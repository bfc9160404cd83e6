/** What the maker has typed, and the two prices that follow from it and from the marks. */
import type { RfqView } from '@parley/contracts'
import type { Structure } from '@parley/core'
import { useState } from 'react'
import { useIndex, useMarks, useNow, useStructureMark } from '../../../live/use-live.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { priceFromText, priceFromVols, volsAround, type LegVols, type MakerSide, type SidePrice } from './maker-form.ts'

export type Sides<T> = Readonly<Record<MakerSide, T>>
export type Maker = ReturnType<typeof useMakerForm>

const USUAL_WIDTH = '1.0'

export function useMakerForm(rfq: RfqView, structure: Structure) {
  const canVol = structure.legs.some((leg) => leg.instrument.kind === 'OPTION')
  const [mode, setMode] = useState<'VOL' | 'PRICE'>(canVol ? 'VOL' : 'PRICE')
  const [width, setWidth] = useState(USUAL_WIDTH)
  const [skew, setSkew] = useState('0')
  const [typed, setTyped] = useState<readonly LegVols[]>()
  const [prices, setPrices] = useState<Sides<string>>({ BUY: '', SELL: '' })
  const [quantity, setQuantity] = useState<Sides<string>>({ BUY: rfq.quantity, SELL: rfq.quantity })
  const marks = useMarks()
  const now = useNow(1_000)
  const index = useIndex(rfq.base_currency, rfq.venue)
  const mark = useStructureMark(rfq.legs)
  const markOf = (id: number) => markFromWire(marks.get(id), Number(index?.index_price ?? 0), now)
  const vols = typed ?? volsAround(structure, markOf, Number(width) || 0, Number(skew) || 0)
  const priced = (side: MakerSide): SidePrice =>
    mode === 'VOL' ? priceFromVols(structure, vols, side, markOf, now) : priceFromText(structure, prices[side], markOf)
  const sides: Sides<SidePrice> = { BUY: priced('BUY'), SELL: priced('SELL') }
  const isTwoSidedBlank = mode === 'PRICE' && prices.BUY === '' && prices.SELL === ''
  const blame = (['BUY', 'SELL'] as const).find((side) => sides[side].reason !== undefined && (mode === 'VOL' || prices[side] !== ''))
  return {
    canVol,
    mode,
    width,
    skew,
    vols,
    mark,
    markOf,
    sides,
    quantity,
    reason: isTwoSidedBlank ? 'Enter a bid, an ask or both.' : blame === undefined ? undefined : sides[blame].reason,
    shown: mode === 'VOL' ? { BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' } : prices,
    setMode: (next: 'VOL' | 'PRICE') => {
      // What vols made stays in sight as the price to go on from.
      if (next === 'PRICE') setPrices({ BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' })
      setMode(next)
    },
    setWidth: (next: string) => (setWidth(next), setTyped(undefined)),
    setSkew: (next: string) => (setSkew(next), setTyped(undefined)),
    typeVol: (place: number, which: keyof LegVols, vol: string) =>
      setTyped(vols.map((one, at) => (at === place ? { ...one, [which]: vol } : one))),
    typePrice: (side: MakerSide, price: string) => {
      setPrices({ ...(mode === 'VOL' ? { BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' } : prices), [side]: price })
      setMode('PRICE')
    },
    typeQuantity: (side: MakerSide, next: string) => setQuantity({ ...quantity, [side]: next }),
  }
}

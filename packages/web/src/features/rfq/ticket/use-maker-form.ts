/** The maker's entries, and the two prices derived from them and from the marks. */
import type { Order } from '@parley/client'
import type { DirectRfq } from '../../../live/audiences.ts'
import { formatPrice, priceDecimals, type Structure, structureTick } from '@parley/core'
import { useState } from 'react'
import { type EnteredNumber, stepNumberText } from '../../../components/number-text.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { notAskedText, quotedSides, takerVerb } from '../../structure/one-sided.ts'
import {
  priceAround,
  priceFromText,
  priceFromVols,
  volsAround,
  volsWith,
  volTyped,
  type MarkOffset,
  type LegVols,
  type MakerSide,
  type SidePrice,
  type TypedVols,
} from './maker-form.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { isZero } from '../typed-price.ts'
import { isOvertaken, roomOf, type TypedQuantity } from './quote-lines.ts'
import { remainingOf } from './taker-form.ts'
import { readVolText, priceAtVol, volsOfLegPrices } from './vol-price.ts'

export type Sides<T> = Readonly<Record<MakerSide, T>>
export type Maker = ReturnType<typeof useMakerForm>

/** From the vols of the legs, in ticks around the mark, or as fixed prices. */
export type MakerMode = 'VOL' | 'SPREAD' | 'PRICE'

const notAsked = (rfq: DirectRfq): SidePrice => ({
  price: undefined,
  legPrices: undefined,
  reason: notAskedText(takerVerb(rfq) ?? 'buys'),
})

/** A side that is not quoted stays unquoted. */
const stepped = (value: EnteredNumber, step: string, times: number): EnteredNumber =>
  value === undefined || value === '' ? value : stepNumberText(value, step, times)
const positive = (next: EnteredNumber, before: EnteredNumber): EnteredNumber => (Number(next) > 0 ? next : before)

const USUAL_WIDTH = '1.0'
const USUAL_TICKS = '10'

/** `open` are the desk's own live quotes. The room that they leave is the quantity until another one is typed. */
export function useMakerForm(rfq: DirectRfq, structure: Structure, open: Partial<Sides<Order>>) {
  const canVol = structure.legs.some((leg) => leg.instrument.kind === 'OPTION')
  const [mode, setMode] = useState<MakerMode>(canVol ? 'VOL' : 'PRICE')
  const [width, setWidth] = useState<EnteredNumber>(USUAL_WIDTH)
  const [skew, setSkew] = useState<EnteredNumber>('0')
  const [typed, setTyped] = useState<TypedVols>()
  const [prices, setPrices] = useState<Sides<EnteredNumber>>({ BUY: '', SELL: '' })
  const [isZeroMeant, setIsZeroMeant] = useState(false)
  const { quantity, typeQuantity, left } = useQuantity(rfq, open)
  const [around, setAround] = useState<MarkOffset>({ ticks: USUAL_TICKS, skew: '0' })
  const mark = useStructureMark(rfq.legs)
  const { markOf, now } = useMarkOf(rfq)
  const vols = volsWith(volsAround(structure, markOf, Number(width) || 0, Number(skew) || 0), typed)
  const asked = quotedSides(rfq)
  const priced = (side: MakerSide): SidePrice => {
    if (!asked.includes(side)) return notAsked(rfq)
    switch (mode) {
      case 'VOL':
        return priceFromVols(structure, vols, side, markOf, now)
      case 'SPREAD':
        return priceAround(structure, around, side, mark, markOf)
      case 'PRICE':
        return priceFromText(structure, prices[side], markOf, isZeroMeant ? 'PRICE' : 'NONE')
    }
  }
  const decimals = priceDecimals(rfq)
  const sides: Sides<SidePrice> = { BUY: priced('BUY'), SELL: priced('SELL') }
  const made = { BUY: padded(sides.BUY.price, decimals), SELL: padded(sides.SELL.price, decimals) }
  const toPrices = (next: Sides<EnteredNumber>) => (setPrices(next), setIsZeroMeant(false), setMode('PRICE'))
  return {
    canVol,
    mode,
    width,
    skew,
    vols,
    mark,
    now,
    markOf,
    sides,
    quantity,
    reason: reasonOf({ mode, asked, prices, sides, quantity, knobs: knobReason(width, skew) }),
    shown: mode === 'PRICE' ? prices : made,
    around,
    setAround,
    /** The vols of the legs at a side's price. */
    volsAt: (side: MakerSide): readonly number[] | undefined => {
      const { legPrices } = sides[side]
      return legPrices === undefined ? undefined : volsOfLegPrices(structure, legPrices, markOf, now)
    },
    readVol: (text: string): string | undefined => {
      const vol = readVolText(text)
      return vol === undefined ? undefined : priceAtVol(structure, vol, markOf, now)
    },
    setMode: (next: MakerMode) => {
      // A price made from vols or ticks stays visible as a starting point.
      if (next === 'PRICE') setPrices(made)
      setMode(next)
    },
    setWidth: (next: EnteredNumber) => (setWidth(next), setTyped(undefined)),
    setSkew: (next: EnteredNumber) => (setSkew(next), setTyped(undefined)),
    typeVol: (place: number, which: keyof LegVols, vol: EnteredNumber) => setTyped(volTyped(vols, typed, { place, which, vol })),
    typePrice: (side: MakerSide, price: EnteredNumber) => toPrices({ ...(mode === 'PRICE' ? prices : made), [side]: price }),
    typeQuantity,
    left,
    ...keyMoves({ mode, width, setWidth, skew, setSkew, around, setAround, prices, made, setTyped, toPrices, tick: tickText(structure) }),
    /** Undefined if no zero was typed. */
    zero: mode === 'PRICE' && (isZero(prices.BUY) || isZero(prices.SELL)) ? { isMeant: isZeroMeant, mean: setIsZeroMeant } : undefined,
  }
}

type Moved = {
  readonly mode: MakerMode
  readonly width: EnteredNumber
  readonly setWidth: (next: EnteredNumber) => void
  readonly skew: EnteredNumber
  readonly setSkew: (next: EnteredNumber) => void
  readonly around: MarkOffset
  readonly setAround: (next: MarkOffset) => void
  readonly prices: Sides<EnteredNumber>
  readonly made: Sides<EnteredNumber>
  readonly setTyped: (typed: undefined) => void
  readonly toPrices: (next: Sides<EnteredNumber>) => void
  readonly tick: string
}

const tickText = (structure: Structure): string => formatPrice(structureTick(structure))

/** Moves both sides with keys, in the steps of the mode: tenths of vol, ticks around the mark, or ticks of price. */
function keyMoves({ mode, width, skew, around, prices, made, tick, ...form }: Moved) {
  const shifted = (from: Sides<EnteredNumber>, bid: number, ask: number) =>
    form.toPrices({ BUY: stepped(from.BUY, tick, bid), SELL: stepped(from.SELL, tick, ask) })
  return {
    widen: (by: number) => {
      if (mode === 'PRICE') return shifted(prices, -by, by)
      if (mode === 'SPREAD') return form.setAround({ ...around, ticks: positive(stepped(around.ticks, '1', by), around.ticks) })
      form.setWidth(positive(stepped(width, '0.1', by), width))
      form.setTyped(undefined)
    },
    lean: (by: number) => {
      if (mode === 'PRICE') return shifted(prices, by, by)
      if (mode === 'SPREAD') return form.setAround({ ...around, skew: stepped(around.skew, '1', by) })
      form.setSkew(stepped(skew, '0.1', by))
      form.setTyped(undefined)
    },
    tickBoth: (by: number) => shifted(mode === 'PRICE' ? prices : made, by, by),
  }
}

/** The largest allowed quantity, until another one is typed. A typed quantity may be undefined, which means that it is not valid. */
function useQuantity(rfq: DirectRfq, open: Partial<Sides<Order>>) {
  const [typed, setTyped] = useState<Partial<Sides<TypedQuantity>>>({})
  const left = remainingOf(rfq)
  const of = (side: MakerSide): EnteredNumber => {
    const own = typed[side]
    return own === undefined || isOvertaken(own, left) ? roomOf(rfq, open[side]) : own.quantity
  }
  return {
    quantity: { BUY: of('BUY'), SELL: of('SELL') } satisfies Sides<EnteredNumber>,
    typeQuantity: (side: MakerSide, next: EnteredNumber) => setTyped({ ...typed, [side]: { quantity: next, left } }),
    left,
  }
}

type Reasoned = {
  readonly mode: MakerMode
  readonly asked: readonly MakerSide[]
  readonly prices: Sides<EnteredNumber>
  readonly sides: Sides<SidePrice>
  readonly quantity: Sides<EnteredNumber>
  readonly knobs: string | undefined
}

/** Why the entry cannot be quoted. A blank side is not a reason if the other one is there. */
function reasonOf({ mode, asked, prices, sides, quantity, knobs }: Reasoned): string | undefined {
  if (mode === 'PRICE' && asked.every((side) => prices[side] === ''))
    return asked.length > 1 ? 'Enter a bid, an ask or both.' : asked[0] === 'BUY' ? 'Enter a bid.' : 'Enter an ask.'
  if (mode === 'VOL' && knobs !== undefined) return knobs
  const blame = asked.find((side) => sides[side].reason !== undefined && (mode !== 'PRICE' || prices[side] !== ''))
  return blame === undefined ? quantityReason(sides, quantity) : sides[blame].reason
}

/** An empty skew is zero. A width is required, because otherwise both vols would be equal. */
function knobReason(width: EnteredNumber, skew: EnteredNumber): string | undefined {
  if (width === undefined) return 'Enter a valid width.'
  if (width === '') return 'Enter a width.'
  return skew === undefined ? 'Enter a valid skew.' : undefined
}

/** For a side that is quoted. */
function quantityReason(sides: Sides<SidePrice>, quantity: Sides<EnteredNumber>): string | undefined {
  for (const [side, word] of [
    ['BUY', 'bid'],
    ['SELL', 'ask'],
  ] as const) {
    if (sides[side].price === undefined) continue
    if (quantity[side] === undefined) return `Enter a valid ${word} quantity.`
    if (quantity[side] === '') return `Enter the ${word} quantity.`
  }
  return undefined
}

/** `0.012` as `0.0120`: equal decimals on both sides are easier to read. No digits are removed. */
function padded(price: string | undefined, decimals: number): string {
  if (price === undefined) return ''
  const [whole = '0', fraction = ''] = price.split('.')
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** The builder's form: every press and every typed character as one action on one value. */
import { opposite, type Side, type VenueCode } from '@parley/core'
import type { OpenMarket } from '../../../live/open-markets.ts'

export type FormLeg = {
  readonly instrumentId: number
  readonly side: Side
  /** As typed. */
  readonly ratio: string
  /** Set on a hedge leg: the price it trades at, as typed. */
  readonly hedgePrice?: string
}

export type BuilderForm = {
  readonly venue: VenueCode
  readonly currency: string
  /** The expiry whose chain is shown. */
  readonly expiry: number | undefined
  readonly legs: readonly FormLeg[]
  /** The hedge is then no leg of the form: it follows the marks until it is sent or fixed. */
  readonly isAutoHedged: boolean
  readonly quantity: string
  /** Empty takes the desk's default. */
  readonly account: string
  /** Undefined asks every eligible maker. */
  readonly makers: readonly string[] | undefined
  readonly isAnonymous: boolean
  readonly label: string
}

export type BuilderAction =
  | { readonly kind: 'marketChosen'; readonly market: OpenMarket }
  | { readonly kind: 'expiryChosen'; readonly expiry: number }
  | { readonly kind: 'legsChosen'; readonly legs: readonly FormLeg[]; readonly expiry?: number }
  | { readonly kind: 'pricePressed'; readonly instrumentId: number; readonly side: Side }
  | { readonly kind: 'legSided'; readonly place: number; readonly side: Side }
  | { readonly kind: 'legRatioed'; readonly place: number; readonly ratio: string }
  | { readonly kind: 'hedgePriced'; readonly place: number; readonly price: string }
  | { readonly kind: 'legRemoved'; readonly place: number }
  | { readonly kind: 'sidesFlipped' }
  | { readonly kind: 'autoHedgeSet'; readonly isOn: boolean }
  | { readonly kind: 'hedgeFixed'; readonly hedge: FormLeg }
  | { readonly kind: 'quantityTyped'; readonly quantity: string }
  | { readonly kind: 'accountChosen'; readonly account: string }
  | { readonly kind: 'makersChosen'; readonly makers: readonly string[] | undefined }
  | { readonly kind: 'makerToggled'; readonly maker: string; readonly all: readonly string[] }
  | { readonly kind: 'anonymitySet'; readonly isOn: boolean }
  | { readonly kind: 'labelTyped'; readonly label: string }

export const emptyForm = ({ venue, currency }: OpenMarket): BuilderForm => ({
  venue,
  currency,
  expiry: undefined,
  legs: [],
  isAutoHedged: false,
  quantity: '',
  account: '',
  makers: undefined,
  isAnonymous: false,
  label: '',
})

export function reduceBuilder(form: BuilderForm, action: BuilderAction): BuilderForm {
  switch (action.kind) {
    case 'marketChosen': {
      const { venue, currency } = action.market
      return venue === form.venue && currency === form.currency
        ? form
        : { ...form, venue, currency, expiry: undefined, legs: [], isAutoHedged: false, account: venue === form.venue ? form.account : '' }
    }
    case 'expiryChosen':
      return { ...form, expiry: action.expiry }
    case 'legsChosen':
      return { ...form, legs: action.legs, expiry: action.expiry ?? form.expiry, isAutoHedged: false }
    case 'pricePressed':
      return { ...form, legs: pressed(form.legs, action.instrumentId, action.side) }
    case 'legSided':
      return { ...form, legs: changed(form.legs, action.place, { side: action.side }) }
    case 'legRatioed':
      return { ...form, legs: changed(form.legs, action.place, { ratio: action.ratio }) }
    case 'hedgePriced':
      return { ...form, legs: changed(form.legs, action.place, { hedgePrice: action.price }) }
    case 'legRemoved':
      return { ...form, legs: form.legs.filter((_, place) => place !== action.place) }
    case 'sidesFlipped':
      return { ...form, legs: form.legs.map((leg) => ({ ...leg, side: opposite(leg.side) })) }
    case 'autoHedgeSet':
      return { ...form, isAutoHedged: action.isOn, legs: withoutHedges(form.legs) }
    case 'hedgeFixed':
      return { ...form, isAutoHedged: false, legs: [...withoutHedges(form.legs), action.hedge] }
    case 'quantityTyped':
      return { ...form, quantity: action.quantity }
    case 'accountChosen':
      return { ...form, account: action.account }
    case 'makersChosen':
      return { ...form, makers: action.makers }
    case 'makerToggled':
      return { ...form, makers: toggled(form.makers ?? action.all, action.maker) }
    case 'anonymitySet':
      return { ...form, isAnonymous: action.isOn }
    case 'labelTyped':
      return { ...form, label: action.label }
  }
}

/** A second press on the same side adds one to the ratio; a press on the other side takes the leg away. */
function pressed(legs: readonly FormLeg[], instrumentId: number, side: Side): readonly FormLeg[] {
  const place = legs.findIndex((leg) => leg.instrumentId === instrumentId && leg.hedgePrice === undefined)
  const held = legs[place]
  if (held === undefined)
    return [
      ...legs.filter((leg) => leg.hedgePrice === undefined),
      { instrumentId, side, ratio: '1' },
      ...legs.filter((leg) => leg.hedgePrice !== undefined),
    ]
  if (held.side !== side) return legs.filter((_, at) => at !== place)
  return changed(legs, place, { ratio: String(Number(held.ratio) + 1) })
}

const changed = (legs: readonly FormLeg[], place: number, change: Partial<FormLeg>): readonly FormLeg[] =>
  legs.map((leg, at) => (at === place ? { ...leg, ...change } : leg))

const withoutHedges = (legs: readonly FormLeg[]): readonly FormLeg[] => legs.filter((leg) => leg.hedgePrice === undefined)
const toggled = (makers: readonly string[], maker: string): readonly string[] =>
  makers.includes(maker) ? makers.filter((one) => one !== maker) : [...makers, maker]

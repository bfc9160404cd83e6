/** The builder's form, as a reducer: each click and each typed character is an action. */
import { opposite, RFQ_LIFETIME_MS, type Side, type VenueCode } from '@parley/core'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { OpenMarket } from '../../../live/open-markets.ts'

export type FormLeg = {
  readonly instrumentId: number
  readonly side: Side
  /** As typed. Empty if it cannot be read. */
  readonly ratio: string
  /** Only for a hedge leg: the price at which it trades, as typed. Empty if it cannot be read. */
  readonly hedgePrice?: string
}

export type BuilderForm = {
  readonly venue: VenueCode
  readonly currency: string
  /** The expiry whose chain is shown. */
  readonly expiry: number | undefined
  readonly legs: readonly FormLeg[]
  /** The legs are an example of a structure. The first legs that the user chooses replace them. */
  readonly isExample: boolean
  /** The hedge is then not a leg of the form: it follows the marks until it is sent or fixed. */
  readonly isAutoHedged: boolean
  /** The hedge price that a line has specified. Undefined follows the mark. */
  readonly hedgeAt: string | undefined
  readonly quantity: EnteredNumber
  /** Empty uses the desk's default. */
  readonly account: string
  /** Undefined asks all eligible makers. */
  readonly makers: readonly string[] | undefined
  /** The selected group. Undefined once the user has changed its makers. */
  readonly group: string | undefined
  readonly isAnonymous: boolean
  /** The side that makers can see. Undefined asks for both sides and discloses none. */
  readonly takerSide: Side | undefined
  /** The lifetime of the RFQ. */
  readonly goodForMs: number
  readonly label: string
  /** Whether the venue's own makers are asked too, if it has any. */
  readonly alsoAsksVenue: boolean
  /** These values came from the line, and the next line replaces them. */
  readonly ofLine: { readonly quantity: boolean; readonly anonymity: boolean; readonly direction: boolean; readonly lifetime: boolean }
}

/** The meaning of a line. A member is undefined if the line does not specify it. */
export type TakenLine = {
  readonly legs: readonly FormLeg[]
  readonly expiry: number | undefined
  readonly quantity: string | undefined
  readonly isHedged: boolean | undefined
  readonly hedgeAt: string | undefined
  readonly isAnonymous: boolean | undefined
  /** `NONE`: the line asks for both sides. */
  readonly takerSide: Side | 'NONE' | undefined
  readonly goodForMs: number | undefined
}

export type BuilderAction =
  | { readonly kind: 'marketChosen'; readonly market: OpenMarket }
  /** The same structure at another venue: the account and the makers of the previous venue are cleared. */
  | {
      readonly kind: 'structureMoved'
      readonly market: OpenMarket
      readonly legs: readonly FormLeg[]
      readonly expiry: number | undefined
      readonly canHedge: boolean
    }
  | { readonly kind: 'expiryChosen'; readonly expiry: number }
  /** Never replaces existing legs. */
  | { readonly kind: 'exampleShown'; readonly legs: readonly FormLeg[]; readonly expiry: number }
  | { readonly kind: 'exampleKept' }
  | { readonly kind: 'legsChosen'; readonly legs: readonly FormLeg[]; readonly expiry?: number }
  | { readonly kind: 'lineTaken'; readonly line: TakenLine }
  | { readonly kind: 'legsCleared' }
  | { readonly kind: 'pricePressed'; readonly instrumentId: number; readonly side: Side }
  | { readonly kind: 'legSided'; readonly place: number; readonly side: Side }
  | { readonly kind: 'legRatioed'; readonly place: number; readonly ratio: string }
  | { readonly kind: 'hedgePriced'; readonly place: number; readonly price: string }
  | { readonly kind: 'legRemoved'; readonly place: number }
  | { readonly kind: 'sidesFlipped' }
  | { readonly kind: 'autoHedgeSet'; readonly isOn: boolean }
  | { readonly kind: 'hedgeFixed'; readonly hedge: FormLeg }
  | { readonly kind: 'quantityTyped'; readonly quantity: EnteredNumber }
  | { readonly kind: 'accountChosen'; readonly account: string }
  | { readonly kind: 'makersChosen'; readonly makers: readonly string[] | undefined; readonly group?: string | undefined }
  | { readonly kind: 'makerToggled'; readonly maker: string; readonly all: readonly string[] }
  | { readonly kind: 'anonymitySet'; readonly isOn: boolean }
  | { readonly kind: 'directionChosen'; readonly takerSide: Side | undefined }
  | { readonly kind: 'lifetimeChosen'; readonly goodForMs: number }
  | { readonly kind: 'labelTyped'; readonly label: string }
  | { readonly kind: 'venueAsked'; readonly isOn: boolean }

export const NOTHING_OF_LINE = { quantity: false, anonymity: false, direction: false, lifetime: false } as const

export const emptyForm = ({ venue, currency }: OpenMarket): BuilderForm => ({
  venue,
  currency,
  expiry: undefined,
  legs: [],
  isExample: false,
  isAutoHedged: false,
  hedgeAt: undefined,
  quantity: '',
  account: '',
  makers: undefined,
  group: undefined,
  isAnonymous: false,
  takerSide: undefined,
  goodForMs: RFQ_LIFETIME_MS,
  label: '',
  alsoAsksVenue: false,
  ofLine: NOTHING_OF_LINE,
})

export function reduceBuilder(form: BuilderForm, action: BuilderAction): BuilderForm {
  switch (action.kind) {
    case 'marketChosen': {
      const { venue, currency } = action.market
      return venue === form.venue && currency === form.currency
        ? form
        : { ...withLegs(form, []), venue, currency, expiry: undefined, isAutoHedged: false, account: venue === form.venue ? form.account : '' } // prettier-ignore
    }
    case 'structureMoved':
      return moved(form, action)
    case 'expiryChosen':
      return { ...form, expiry: action.expiry }
    case 'exampleShown':
      return form.legs.length > 0 ? form : { ...form, legs: action.legs, expiry: action.expiry, isExample: true }
    case 'exampleKept':
      return { ...form, isExample: false }
    case 'legsChosen':
      return { ...withLegs(form, action.legs), expiry: action.expiry ?? form.expiry, isAutoHedged: false }
    case 'lineTaken':
      return taken(form, action.line)
    case 'legsCleared':
      return { ...withLegs(form, []), isAutoHedged: false }
    case 'pricePressed':
      return withLegs(form, pressed(form.isExample ? [] : form.legs, action.instrumentId, action.side))
    case 'legSided':
      return withLegs(form, changed(form.legs, action.place, { side: action.side }))
    case 'legRatioed':
      return withLegs(form, changed(form.legs, action.place, { ratio: action.ratio }))
    case 'hedgePriced':
      return withLegs(form, changed(form.legs, action.place, { hedgePrice: action.price }))
    case 'legRemoved':
      return withLegs(
        form,
        form.legs.filter((_, place) => place !== action.place),
      )
    case 'sidesFlipped':
      return withLegs(
        form,
        form.legs.map((leg) => ({ ...leg, side: opposite(leg.side) })),
      )
    case 'autoHedgeSet':
      return { ...withLegs(form, withoutHedges(form.legs)), isAutoHedged: action.isOn, hedgeAt: undefined }
    case 'hedgeFixed':
      return { ...withLegs(form, [...withoutHedges(form.legs), action.hedge]), isAutoHedged: false }
    case 'quantityTyped':
      return { ...form, quantity: action.quantity, ofLine: { ...form.ofLine, quantity: false } }
    case 'accountChosen':
      return { ...form, account: action.account }
    case 'makersChosen':
      return { ...form, makers: action.makers, group: action.group }
    case 'makerToggled':
      return { ...form, makers: toggled(form.makers ?? action.all, action.maker), group: undefined }
    case 'anonymitySet':
      return { ...form, isAnonymous: action.isOn, ofLine: { ...form.ofLine, anonymity: false } }
    case 'directionChosen':
      return { ...form, takerSide: action.takerSide, ofLine: { ...form.ofLine, direction: false } }
    case 'lifetimeChosen':
      return { ...form, goodForMs: action.goodForMs, ofLine: { ...form.ofLine, lifetime: false } }
    case 'venueAsked':
      return { ...form, alsoAsksVenue: action.isOn }
    case 'labelTyped':
      return { ...form, label: action.label }
  }
}

function moved(form: BuilderForm, action: Extract<BuilderAction, { kind: 'structureMoved' }>): BuilderForm {
  const isSame = action.market.venue === form.venue
  return {
    ...withLegs(form, action.legs),
    ...action.market,
    expiry: action.expiry,
    isAutoHedged: form.isAutoHedged && action.canHedge,
    hedgeAt: isSame ? form.hedgeAt : undefined,
    account: isSame ? form.account : '',
    makers: isSame ? form.makers : undefined,
    group: isSame ? form.group : undefined,
  }
}

/** A change to the example makes it the user's own structure. */
const withLegs = (form: BuilderForm, legs: readonly FormLeg[]): BuilderForm => ({ ...form, legs, isExample: false })

export const sideOf = (said: Side | 'NONE'): Side | undefined => (said === 'NONE' ? undefined : said)

/** The quantity and terms of the previous line are cleared with it. Those set by the user stay. */
const taken = (form: BuilderForm, line: TakenLine): BuilderForm => ({
  ...withLegs(form, line.legs),
  expiry: line.expiry ?? form.expiry,
  // Hedge legs in the line are the hedge, so no second one is added.
  isAutoHedged: line.isHedged === true && line.legs.every((leg) => leg.hedgePrice === undefined),
  hedgeAt: line.hedgeAt,
  quantity: line.quantity ?? (form.ofLine.quantity ? '' : form.quantity),
  isAnonymous: line.isAnonymous ?? (form.ofLine.anonymity ? false : form.isAnonymous),
  takerSide: line.takerSide === undefined ? (form.ofLine.direction ? undefined : form.takerSide) : sideOf(line.takerSide),
  goodForMs: line.goodForMs ?? (form.ofLine.lifetime ? RFQ_LIFETIME_MS : form.goodForMs),
  ofLine: {
    quantity: line.quantity !== undefined,
    anonymity: line.isAnonymous !== undefined,
    direction: line.takerSide !== undefined,
    lifetime: line.goodForMs !== undefined,
  },
})

/** A second click on the same side adds one to the ratio. A click on the other side removes the leg. */
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

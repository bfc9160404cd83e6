/** One party's side of a block as it is posted, and the venue's checks of it. */
import type { User } from './accounts.ts'
import { termsOf, type InstrumentRow } from './chain.ts'
import { MAX_BLOCK_LEGS } from './limits.ts'
import type { Market } from './market.ts'
import { CODES, decimalParam, oneOf, textParam, VenueRefusal, wrongParameter, type Params } from './refusal.ts'

export type Role = 'maker' | 'taker'
/** The side of the party that posts. */
export type Leg = { readonly instrument: string; readonly price: number; readonly qty: number; readonly side: 'buy' | 'sell' }

export type PostedSide = {
  readonly label: string
  readonly source: string
  readonly role: Role
  readonly userId: string
  readonly counterparty: string
  readonly legs: readonly Leg[]
  readonly postedAt: number
}

export function readSide(params: Params, user: User, now: number): PostedSide {
  const label = textParam(params, 'label')
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(label)) throw wrongParameter('label')
  return {
    label,
    source: textParam(params, 'bt_source'),
    role: oneOf(params, 'role', ['maker', 'taker']),
    userId: user.userId,
    counterparty: textParam(params, 'counterparty'),
    legs: readLegs(params['trades']),
    postedAt: now,
  }
}

function readLegs(value: unknown): readonly Leg[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BLOCK_LEGS) throw wrongParameter('trades')
  return value.map((trade: unknown): Leg => {
    if (typeof trade !== 'object' || trade === null) throw wrongParameter('trades')
    const fields = trade as Params
    return {
      instrument: textParam(fields, 'instrument_id'),
      price: decimalParam(fields, 'price'),
      qty: decimalParam(fields, 'qty'),
      side: oneOf(fields, 'side', ['buy', 'sell']),
    }
  })
}

/** Checks every leg separately: this venue applies the minimum block to each leg. */
export function checkLegs(legs: readonly Leg[], market: Market): void {
  for (const leg of legs) {
    const row = market.instrument(leg.instrument)
    if (row === undefined) throw new VenueRefusal(CODES.instrument, `instrument not found: ${leg.instrument}`)
    checkLeg(leg, row, market)
  }
}

function checkLeg({ price, qty }: Leg, row: InstrumentRow, market: Market): void {
  const { step, size, block } = termsOf(row)
  if (!isOnGrid(qty, size)) throw new VenueRefusal(CODES.quantity, `qty is not a multiple of ${size}`)
  if (qty < block - 1e-9) throw new VenueRefusal(CODES.quantity, `qty is below the block minimum of ${block}`)
  if (!isOnGrid(price, step)) throw new VenueRefusal(CODES.price, `price is not a multiple of ${step}`)
  const { least, most } = market.stand(row)
  if (price < least) throw new VenueRefusal(CODES.price, `price is below the limit of ${least}`)
  if (price > most) throw new VenueRefusal(CODES.price, `price is above the limit of ${most}`)
}

// Grids are decimal and doubles are not, so a difference below the venue's last digit is ignored.
const isOnGrid = (value: number, step: number): boolean => Math.abs(value - Math.round(value / step) * step) < 5e-9

/** Equal in both, except for the order of the legs. */
export const isSameSide = (one: PostedSide, other: PostedSide): boolean =>
  one.source === other.source && one.counterparty === other.counterparty && legTermsOf(one.legs) === legTermsOf(other.legs)

/** Whether the two sides mirror each other: roles, parties and the side of every leg are reversed. */
export const isOpposite = (one: PostedSide, other: PostedSide): boolean =>
  one.role !== other.role &&
  one.source === other.source &&
  one.userId === other.counterparty &&
  other.userId === one.counterparty &&
  legTermsOf(one.legs) === legTermsOf(other.legs.map((leg) => ({ ...leg, side: leg.side === 'buy' ? 'sell' : 'buy' })))

const legTermsOf = (legs: readonly Leg[]): string =>
  legs
    .map(({ instrument, price, qty, side }) => [instrument, price, qty, side].join(' '))
    .sort()
    .join()

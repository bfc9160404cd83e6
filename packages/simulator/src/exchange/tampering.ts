/** Alters a venue's own record without using its protocol, so that two records differ. Positions and money are not affected. */
import { parsePrice, parseQuantity } from '@parley/core'

type Party = 'MAKER' | 'TAKER'

/** Figures are decimal strings in the venue's own units. */
export type TamperedLeg = {
  readonly instrument: string
  readonly makerSide: 'BUY' | 'SELL'
  readonly price: string
  readonly quantity: string
  /** The fee charged to each party; zero by default. */
  readonly makerFee?: string
  readonly takerFee?: string
}

export type Tampering =
  /** From now on, this leg of the block, counted from 0, is shown with these values. `block` is the id by which the adapter knows the trade. */
  | {
      readonly kind: 'ALTER'
      readonly block: string
      readonly leg: number
      readonly price?: string
      readonly quantity?: string
      readonly fee?: { readonly of: Party; readonly amount: string }
    }
  /** From now on, neither party is shown the block. */
  | { readonly kind: 'REMOVE'; readonly block: string }
  /** Both parties, given by the ids of their keys, are shown a block that was never sent. */
  | { readonly kind: 'ADD'; readonly maker: string; readonly taker: string; readonly at: number; readonly legs: readonly TamperedLeg[] }

/** Returns the id of the altered, removed or added block; undefined if there is no such block, leg, contract or key. */
export type Tamper = (tampering: Tampering) => string | undefined

/** Parses a request; undefined if it does not describe a tampering. */
export function readTampering(body: Readonly<Record<string, unknown>>): Tampering | undefined {
  const block = textOf(body['block'])
  switch (body['kind']) {
    case 'ALTER':
      return block === undefined ? undefined : readAlteration(block, body)
    case 'REMOVE':
      return block === undefined ? undefined : { kind: 'REMOVE', block }
    case 'ADD':
      return readAddition(body)
    default:
      return undefined
  }
}

function readAlteration(block: string, body: Readonly<Record<string, unknown>>): Tampering | undefined {
  const [price, quantity, leg, given] = [priceText(body['price']), quantityText(body['quantity']), body['leg'], objectOf(body['fee'])]
  const [of, amount] = [partyOf(given?.['of']), priceText(given?.['amount'])]
  // An unreadable figure makes the request invalid: it is not the same as an absent one.
  const isWhole = (price ?? body['price']) === price && (quantity ?? body['quantity']) === quantity
  const isFeeWhole = body['fee'] === undefined || (of !== undefined && amount !== undefined)
  if (typeof leg !== 'number' || !isWhole || !isFeeWhole) return undefined
  return {
    ...{ kind: 'ALTER', block, leg },
    ...(price === undefined ? {} : { price }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(of === undefined || amount === undefined ? {} : { fee: { of, amount } }),
  }
}

function readAddition(body: Readonly<Record<string, unknown>>): Tampering | undefined {
  const [maker, taker, at] = [textOf(body['maker']), textOf(body['taker']), body['at']]
  const legs = Array.isArray(body['legs']) ? body['legs'].map(readLeg) : []
  if (maker === undefined || taker === undefined || typeof at !== 'number' || legs.length === 0) return undefined
  const known = legs.filter((leg) => leg !== undefined)
  return known.length === legs.length ? { kind: 'ADD', maker, taker, at, legs: known } : undefined
}

function readLeg(value: unknown): TamperedLeg | undefined {
  const leg = objectOf(value)
  const [instrument, price, quantity] = [textOf(leg?.['instrument']), priceText(leg?.['price']), quantityText(leg?.['quantity'])]
  const makerSide = leg?.['makerSide']
  if (instrument === undefined || price === undefined || quantity === undefined) return undefined
  if (makerSide !== 'BUY' && makerSide !== 'SELL') return undefined
  const [makerFee, takerFee] = [priceText(leg?.['makerFee']), priceText(leg?.['takerFee'])]
  return {
    ...{ instrument, makerSide, price, quantity },
    ...(makerFee === undefined ? {} : { makerFee }),
    ...(takerFee === undefined ? {} : { takerFee }),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const priceText = (value: unknown): string | undefined => (typeof value === 'string' && parsePrice(value) !== undefined ? value : undefined)
const quantityText = (value: unknown): string | undefined =>
  typeof value === 'string' && parseQuantity(value) !== undefined ? value : undefined
const partyOf = (value: unknown): Party | undefined => (value === 'MAKER' || value === 'TAKER' ? value : undefined)
const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined

/** Checks that legs form a tradable structure. Refusals in order of precedence: the whole, each leg, hedges (rulebook 3.1 to 3.4, 6.2). */
import { formatPrice, isMultiple, RATIO_DECIMALS } from '../decimal.ts'
import { product as catalogued } from '../catalogue/products.ts'
import type { Product, ProductCode } from '../catalogue/product.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { MAX_LEGS, MAX_RATIO } from './limits.ts'
import { hedgeLegs, isHedge, strategyLegs, type Leg, type Structure } from './structure.ts'

export type StructureRefusal = 'StructureInvalid' | 'ProductDisabled' | 'InstrumentUnknown' | 'PriceOffTick'

type Lookup = (code: ProductCode) => Product | undefined

export function checkStructure(structure: Structure, product: Lookup = catalogued): Refusal<StructureRefusal> | undefined {
  return (
    checkWhole(structure) ??
    first(structure.legs, (leg, place) => checkLeg(leg, place, product)) ??
    checkTogether(structure, product) ??
    checkHedges(structure, product) ??
    oneRoute(structure, product)
  )
}

function checkWhole({ legs }: Structure): Refusal<StructureRefusal> | undefined {
  const strategy = legs.filter((leg) => !isHedge(leg))
  if (legs.length === 0 || legs.length > MAX_LEGS)
    return refuse('StructureInvalid', '3.2', `A structure can have 1 to ${MAX_LEGS} legs; this one has ${legs.length}.`, 'legs')
  if (strategy.length === 0)
    return refuse('StructureInvalid', '3.2', 'At least one leg must be without a price; a leg that has a price is a hedge.', 'legs')
  if (!strategy.some((leg) => leg.side === 'BUY'))
    return refuse(
      'StructureInvalid',
      '3.2',
      'At least one leg that is not a hedge must be bought. Reverse every side and trade the opposite way.',
      'legs',
    )
  if (!strategy.some((leg) => leg.ratio === 10 ** RATIO_DECIMALS))
    return refuse('StructureInvalid', '3.2', 'At least one leg that is not a hedge must have a ratio of 1.', 'legs')
  const twice = legs.findIndex((leg, place) => legs.findIndex((other) => other.instrument.id === leg.instrument.id) !== place)
  if (twice !== -1)
    return refuse(
      'StructureInvalid',
      '3.2',
      `${legs[twice]!.instrument.name} is in two legs. Combine them into one leg.`,
      `legs.${twice}.instrument_id`,
    )
  return undefined
}

function checkLeg(leg: Leg, place: number, product: Lookup): Refusal<StructureRefusal> | undefined {
  const { instrument, ratio } = leg
  if (instrument.state !== 'ACTIVE')
    return refuse('InstrumentUnknown', '3.3', `${instrument.name} has expired. Use an active instrument.`, `legs.${place}.instrument_id`)
  const family = product(instrument.productCode)
  if (family === undefined || family.isDisabled)
    return refuse(
      'ProductDisabled',
      '3.1',
      `${family?.longName ?? instrument.productCode} are not open for trading.`,
      `legs.${place}.instrument_id`,
    )
  if (ratio <= 0 || ratio > MAX_RATIO)
    return refuse(
      'StructureInvalid',
      '3.2',
      'The ratio must be above zero. The side gives the direction of the leg.',
      `legs.${place}.ratio`,
    )
  return undefined
}

function checkTogether(structure: Structure, product: Lookup): Refusal<StructureRefusal> | undefined {
  const { instrument: lead } = structure.legs[0]!
  const stray = structure.legs.findIndex(
    ({ instrument }) => instrument.venue !== lead.venue || instrument.baseCurrency !== lead.baseCurrency,
  )
  if (stray !== -1)
    return refuse(
      'StructureInvalid',
      '3.3',
      `All legs must be in ${lead.baseCurrency} at one venue; ${structure.legs[stray]!.instrument.name} is not.`,
      `legs.${stray}.instrument_id`,
    )
  const alone = onlyFutures(structure, product)
  if (alone !== undefined) return alone
  const [first] = strategyLegs(structure)
  const other = strategyLegs(structure).find(({ instrument }) => instrument.quoteCurrency !== first!.instrument.quoteCurrency)
  if (other === undefined) return undefined
  const place = structure.legs.indexOf(other)
  return refuse(
    'StructureInvalid',
    '3.3',
    `All legs that are not hedges must be quoted in ${first!.instrument.quoteCurrency}. Give ${other.instrument.name} a price to make it a hedge.`,
    `legs.${place}.instrument_id`,
  )
}

function checkHedges(structure: Structure, product: Lookup): Refusal<StructureRefusal> | undefined {
  if (hedgeLegs(structure).length === 0) return undefined
  const [lead] = strategyLegs(structure)
  const family = product(lead!.instrument.productCode)
  if (strategyLegs(structure).some(({ instrument }) => instrument.kind !== 'OPTION'))
    return refuse('StructureInvalid', '3.4', 'Only options can have a hedge. Omit the price of the future leg.', 'legs')
  if (family?.isHedgeDisabled === true)
    return refuse('StructureInvalid', '3.4', `${family.longName} cannot be hedged in the same block.`, 'legs')
  return first(structure.legs, (leg, place) => (isHedge(leg) ? checkHedge(leg, lead!, place) : undefined))
}

function checkHedge({ instrument, price }: Leg, lead: Leg, place: number): Refusal<StructureRefusal> | undefined {
  if (instrument.kind !== 'FUTURE')
    return refuse(
      'StructureInvalid',
      '3.4',
      `A hedge must be a future. ${instrument.name} is an option and must not have a price.`,
      `legs.${place}.price`,
    )
  if (instrument.marginKind !== lead.instrument.marginKind)
    return refuse(
      'StructureInvalid',
      '3.4',
      `A hedge must have the same margin type as the options; ${instrument.name} does not.`,
      `legs.${place}.instrument_id`,
    )
  if (price! <= 0) return refuse('StructureInvalid', '3.4', 'The price of a hedge must be above zero.', `legs.${place}.price`)
  if (!isMultiple(price!, instrument.tickSize))
    return refuse(
      'PriceOffTick',
      '6.2',
      `The price of the hedge must be a multiple of ${formatPrice(instrument.tickSize)}.`,
      `legs.${place}.price`,
    )
  return undefined
}

/** Some futures can only be traded alone, because their venue settles no block of several. */
function onlyFutures(structure: Structure, product: Lookup): Refusal<StructureRefusal> | undefined {
  const legs = strategyLegs(structure)
  const single = legs.length < 2 ? undefined : legs.find(({ instrument }) => product(instrument.productCode)?.strategies !== 'all')
  if (single === undefined) return undefined
  const place = structure.legs.indexOf(single)
  const { name } = single.instrument
  return refuse(
    'StructureInvalid',
    '3.3',
    `${name} can only be traded alone. In a structure with other legs it must be a hedge.`,
    `legs.${place}.instrument_id`,
  )
}

/** Rulebook 16.1: a trade settled half by the venue and half booked by hand would be two trades. */
function oneRoute({ legs }: Structure, product: Lookup): Refusal<StructureRefusal> | undefined {
  const routeAt = ({ instrument }: Leg) => product(instrument.productCode)?.route
  const place = legs.findIndex((leg) => routeAt(leg) !== routeAt(legs[0]!))
  if (place === -1) return undefined
  const booked = legs.find((leg) => routeAt(leg) === 'BOOKED_BY_BOTH')!.instrument.name
  return refuse(
    'StructureInvalid',
    '16.1',
    `${booked} is booked at the venue by both desks, while the other legs settle there as a block. Ask for them in a separate RFQ.`,
    `legs.${place}.instrument_id`,
  )
}

function first<T, R>(all: readonly T[], check: (one: T, place: number) => R | undefined): R | undefined {
  for (const [place, one] of all.entries()) {
    const found = check(one, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** The record of blocks as the venue shows it: what was posted and filled, and what a hand past the protocol has made of it. */
import type { Tamper, TamperedLeg, Tampering } from '../exchange/tampering.ts'
import type { Accounts } from './accounts.ts'
import type { BlockService, FilledBlock, SideRecord } from './block-service.ts'
import type { Leg, PostedSide, Role } from './block-terms.ts'
import type { Market } from './market.ts'

/** A leg as it is shown: with the fee that a hand has set, where it has. */
export type ShownLeg = Leg & { readonly fee?: string }
export type ShownSide = Omit<SideRecord, 'side'> & { readonly side: Omit<PostedSide, 'legs'> & { readonly legs: readonly ShownLeg[] } }

export interface BlockRecord {
  /** Every side that was ever posted, oldest first. */
  sides(): readonly ShownSide[]
  readonly tamper: Tamper
}

type RecordNeeds = { readonly blocks: BlockService; readonly accounts: Accounts; readonly market: Market }

export function createRecord({ blocks, accounts, market }: RecordNeeds): BlockRecord {
  const removed = new Set<string>()
  const altered = new Map<string, readonly ShownLeg[]>()
  const added: ShownSide[] = []
  const sides = (): readonly ShownSide[] =>
    [...blocks.sides(), ...added]
      .filter(({ side }) => !removed.has(side.label))
      .map((shown) => ({ ...shown, side: { ...shown.side, legs: altered.get(nameOf(shown)) ?? shown.side.legs } }))
  const filledUnder = (label: string): readonly ShownSide[] =>
    sides().filter(({ side, status }) => side.label === label && status === 'filled')

  const alter = (tampering: Extract<Tampering, { kind: 'ALTER' }>): string | undefined => {
    const own = filledUnder(tampering.block)
    const maker = own.find(({ side }) => side.role === 'maker')?.side.legs[tampering.leg]
    if (maker === undefined) return undefined
    for (const shown of own) {
      // The taker may have listed the legs in another order.
      const index = shown.side.legs.findIndex((leg) => isSameLeg(leg, maker))
      altered.set(
        nameOf(shown),
        shown.side.legs.map((leg, place) => (place === index ? alteredLeg(leg, shown.side.role, tampering) : leg)),
      )
    }
    return tampering.block
  }

  const add = (tampering: Extract<Tampering, { kind: 'ADD' }>): string | undefined => {
    const [maker, taker] = [accounts.keyed(tampering.maker)?.userId, accounts.keyed(tampering.taker)?.userId]
    const indices = tampering.legs.map(({ instrument }) => market.instrument(instrument))
    if (maker === undefined || taker === undefined || indices.includes(undefined)) return undefined
    const label = `added-${added.length / 2 + 1}`
    const source = blocks.sides().at(-1)?.side.source ?? 'parley'
    added.push(...inventedSides({ ...tampering, maker, taker }, { label, source }, market))
    return label
  }

  return {
    sides,
    tamper: (tampering) => {
      switch (tampering.kind) {
        case 'ALTER':
          return alter(tampering)
        case 'ADD':
          return add(tampering)
        case 'REMOVE':
          if (filledUnder(tampering.block).length === 0) return undefined
          removed.add(tampering.block)
          return tampering.block
      }
    },
  }
}

const nameOf = ({ side }: ShownSide): string => `${side.label} ${side.role}`

const isSameLeg = (one: Leg, other: Leg): boolean => one.instrument === other.instrument

function alteredLeg(leg: ShownLeg, role: Role, { price, quantity, fee }: Extract<Tampering, { kind: 'ALTER' }>): ShownLeg {
  return {
    ...leg,
    ...(price === undefined ? {} : { price: Number(price) }),
    ...(quantity === undefined ? {} : { qty: Number(quantity) }),
    ...(fee?.of === role.toUpperCase() ? { fee: fee.amount } : {}),
  }
}

type Name = { readonly label: string; readonly source: string }

function inventedSides({ maker, taker, at, legs }: Extract<Tampering, { kind: 'ADD' }>, name: Name, market: Market): readonly ShownSide[] {
  const sideOf = (role: Role) => ({
    ...{ ...name, role, userId: role === 'maker' ? maker : taker, counterparty: role === 'maker' ? taker : maker },
    legs: legs.map((leg) => shownLeg(leg, role)),
    postedAt: at,
  })
  const indices = Object.fromEntries(legs.map(({ instrument }) => [instrument, market.value(market.instrument(instrument)!).index]))
  const block: FilledBlock = {
    label: name.label,
    number: 900_000 + (at % 1_000),
    at,
    maker: sideOf('maker'),
    taker: sideOf('taker'),
    indices,
  }
  return (['maker', 'taker'] as const).map((role) => ({ side: sideOf(role), status: 'filled', block }))
}

function shownLeg({ instrument, makerSide, price, quantity, makerFee = '0', takerFee = '0' }: TamperedLeg, role: Role): ShownLeg {
  const isBuying = (makerSide === 'BUY') === (role === 'maker')
  return {
    ...{ instrument, price: Number(price), qty: Number(quantity), side: isBuying ? 'buy' : 'sell' },
    fee: role === 'maker' ? makerFee : takerFee,
  }
}

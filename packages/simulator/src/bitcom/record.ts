/** The record of blocks as bit.com shows it: the posted and filled sides. */
import type { TamperedLeg } from '../exchange/tampering.ts'
import { createTamperedRecord, type Addition, type Alteration, type TamperedRecord } from '../exchange/tampered-record.ts'
import type { Accounts } from './accounts.ts'
import type { BlockService, FilledBlock, SideRecord } from './block-service.ts'
import type { Leg, PostedSide, Role } from './block-terms.ts'
import type { Market } from './market.ts'

/** A leg as shown. Tampering may have given it its own fee. */
export type ShownLeg = Leg & { readonly fee?: string }
export type ShownSide = Omit<SideRecord, 'side'> & { readonly side: Omit<PostedSide, 'legs'> & { readonly legs: readonly ShownLeg[] } }

/** Every side ever posted. */
export type BlockRecord = TamperedRecord<ShownSide>

type RecordNeeds = { readonly blocks: BlockService; readonly accounts: Accounts; readonly market: Market }

export const createRecord = ({ blocks, accounts, market }: RecordNeeds): BlockRecord =>
  createTamperedRecord<ShownSide>({
    entries: blocks.sides,
    blockOf: ({ side }) => side.label,
    isExecuted: ({ status }) => status === 'filled',
    alter: alteredSide,
    invent: (addition, number) => {
      const [maker, taker] = [accounts.keyed(addition.maker)?.userId, accounts.keyed(addition.taker)?.userId]
      const instruments = addition.legs.map(({ instrument }) => market.instrument(instrument))
      if (maker === undefined || taker === undefined || instruments.includes(undefined)) return undefined
      const label = `added-${number}`
      const source = blocks.sides().at(-1)?.side.source ?? 'parley'
      return { id: label, entries: inventedSides({ ...addition, maker, taker }, { label, source }, market) }
    },
  })

/** Legs are counted in the maker's order; the taker may use another. */
function alteredSide(shown: ShownSide, alteration: Alteration): ShownSide | undefined {
  const instrument = shown.block?.maker.legs[alteration.leg]?.instrument
  if (instrument === undefined) return undefined
  const legs = shown.side.legs.map((leg) => (leg.instrument === instrument ? alteredLeg(leg, shown.side.role, alteration) : leg))
  return { ...shown, side: { ...shown.side, legs } }
}

function alteredLeg(leg: ShownLeg, role: Role, { price, quantity, fee }: Alteration): ShownLeg {
  return {
    ...leg,
    ...(price === undefined ? {} : { price: Number(price) }),
    ...(quantity === undefined ? {} : { qty: Number(quantity) }),
    ...(fee?.of === role.toUpperCase() ? { fee: fee.amount } : {}),
  }
}

type Name = { readonly label: string; readonly source: string }

function inventedSides({ maker, taker, at, legs }: Addition, name: Name, market: Market): readonly ShownSide[] {
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

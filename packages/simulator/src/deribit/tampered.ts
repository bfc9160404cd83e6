/** The record as it is shown after the owner's hand was in it. */
import type { TamperedLeg, Tampering } from '../exchange/tampering.ts'
import type { ExecutedBlock, ExecutedLeg } from './executed-block.ts'
import { feeOf } from './fees.ts'

export type Tampered = { readonly id: string; readonly shown: readonly ExecutedBlock[] }

/** Numbers that no block of the venue reaches. */
const FIRST_ADDED = 900_001

/** undefined where there is nothing to alter or to remove. */
export function tamperedWith(shown: readonly ExecutedBlock[], tampering: Tampering): Tampered | undefined {
  switch (tampering.kind) {
    case 'ALTER': {
      const { block: id, leg } = tampering
      const found = shown.find((block) => block.id === id)
      if (found?.legs[leg] === undefined) return undefined
      const altered = { ...found, legs: found.legs.map((one, index) => (index === leg ? alteredLeg(one, tampering) : one)) }
      return { id, shown: shown.map((block) => (block === found ? altered : block)) }
    }
    case 'REMOVE': {
      const left = shown.filter(({ id }) => id !== tampering.block)
      return left.length === shown.length ? undefined : { id: tampering.block, shown: left }
    }
    case 'ADD': {
      const number = FIRST_ADDED + shown.filter(({ nonce }) => nonce === '').length
      const { maker, taker, at } = tampering
      const legs = tampering.legs.map((leg, index) => addedLeg(leg, number * 100 + index))
      const block: ExecutedBlock = { id: `BLOCK-${number}`, timestamp: at, nonce: '', requestTimestamp: at, maker, taker, legs }
      return { id: block.id, shown: [...shown, block] }
    }
  }
}

function alteredLeg(leg: ExecutedLeg, { price, quantity, fee }: Extract<Tampering, { kind: 'ALTER' }>): ExecutedLeg {
  // The fee of a leg stays what it was, however its price is shown.
  const fees = leg.fees ?? { maker: feeOf(leg), taker: feeOf(leg) }
  return {
    ...leg,
    ...(price === undefined ? {} : { price: Number(price) }),
    ...(quantity === undefined ? {} : { amount: Number(quantity) }),
    fees: fee === undefined ? fees : fee.of === 'MAKER' ? { ...fees, maker: Number(fee.amount) } : { ...fees, taker: Number(fee.amount) },
  }
}

const addedLeg = ({ instrument, makerSide, price, quantity, makerFee, takerFee }: TamperedLeg, number: number): ExecutedLeg => ({
  instrument_name: instrument,
  direction: makerSide === 'BUY' ? 'buy' : 'sell',
  price: Number(price),
  amount: Number(quantity),
  tradeId: String(number),
  tradeSeq: number,
  markPrice: Number(price),
  indexPrice: 0,
  fees: { maker: Number(makerFee ?? 0), taker: Number(takerFee ?? 0) },
})

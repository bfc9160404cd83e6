/** Blocks of Deribit's record that a test or the demo has altered or added. */
import type { Addition, Alteration } from '../exchange/tampered-record.ts'
import type { TamperedLeg } from '../exchange/tampering.ts'
import type { ExecutedBlock, ExecutedLeg } from './executed-block.ts'
import { feeOf } from './fees.ts'

/** Numbers that no real block of the venue reaches. */
const FIRST_ADDED = 900_000

export function alteredBlock(block: ExecutedBlock, alteration: Alteration): ExecutedBlock | undefined {
  if (block.legs[alteration.leg] === undefined) return undefined
  return { ...block, legs: block.legs.map((leg, index) => (index === alteration.leg ? alteredLeg(leg, alteration) : leg)) }
}

/** The parties are users. */
export function addedBlock({ maker, taker, at, legs }: Addition, count: number): ExecutedBlock {
  const number = FIRST_ADDED + count
  return {
    ...{ id: `BLOCK-${number}`, timestamp: at, nonce: '', requestTimestamp: at, maker, taker },
    legs: legs.map((leg, index) => addedLeg(leg, number * 100 + index)),
  }
}

function alteredLeg(leg: ExecutedLeg, { price, quantity, fee }: Alteration): ExecutedLeg {
  // The fee of a leg stays the same, however its price is shown.
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

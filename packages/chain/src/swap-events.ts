/** The events of the swap contract, read from its logs. */
import { decodeEventLog, isAddressEqual } from 'viem/utils'
import { swapAbi } from './abi.ts'
import type { NodeLog } from './node-answers.ts'
import type { Address, Swap } from './port.ts'

export type SwapEvent =
  | { readonly kind: 'OFFERED'; readonly swapId: bigint }
  | { readonly kind: 'SWAP'; readonly swap: Swap }
  | { readonly kind: 'SETTLED'; readonly swapId: bigint }

/** Undefined for events of other contracts, and for events that are not used. */
export function readSwapEvent(contract: Address, { address, topics, data }: NodeLog): SwapEvent | undefined {
  if (!isAddressEqual(address, contract)) return undefined
  try {
    const { eventName, args } = decodeEventLog({ abi: swapAbi, topics: topics as [], data })
    if (eventName === 'NewOffer') return { kind: 'OFFERED', swapId: args.swapId }
    if (eventName === 'SettleOffer') return { kind: 'SETTLED', swapId: args.swapId }
    const { signerAmount, sellerAmount, ...rest } = args
    return { kind: 'SWAP', swap: { ...rest, sellAmount: signerAmount, buyAmount: sellerAmount } }
  } catch {
    return undefined
  }
}

/** Encodes a bid for the wallet that signs it and for the swap contract. `core/auctions/bid-signature.ts` verifies the signature. */
import { bidTypes } from '@parley/core'
import type { Bid, Domain, SignedBid } from './port.ts'

/** The typed data that a wallet signs (EIP-712). */
export const typedBid = (domain: Domain, bid: Bid) => ({ domain, types: { Bid: bidTypes.Bid }, primaryType: 'Bid' as const, message: bid })

/** The bid with its signature split into `v`, `r` and `s`. A signature of the wrong length becomes zeros, which the contract rejects. */
export function contractBid({ signature, ...bid }: SignedBid) {
  const digits = signature.slice(2)
  const isWhole = /^[0-9a-fA-F]{130}$/.test(digits)
  const part = (from: number, to: number): `0x${string}` => `0x${isWhole ? digits.slice(from, to) : '0'.repeat(to - from)}`
  return { ...bid, v: Number(part(128, 130)), r: part(0, 64), s: part(64, 128) }
}

/** The signature of a bid as the swap contract reads it: EIP-712 over the type `Bid`, recovered as `ecrecover` does (rulebook 19.6). */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** 20 bytes in hex. Capitals have no meaning, but addresses made in this file have the capitals of EIP-55. */
export type Address = `0x${string}`

export type SwapDomain = {
  readonly name: string
  readonly version: string
  readonly chainId: bigint
  readonly verifyingContract: Address
}

/** The signed fields, in their order. */
export type BidFields = {
  readonly swapId: bigint
  readonly nonce: bigint
  readonly signerWallet: Address
  /** The amount of the bidding token that is paid. */
  readonly sellAmount: bigint
  /** The amount of the option token that is bought. */
  readonly buyAmount: bigint
  readonly referrer: Address
}

/** In the form that `eth_signTypedData_v4` expects. */
export const bidTypes = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  Bid: [
    { name: 'swapId', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'signerWallet', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'referrer', type: 'address' },
  ],
} as const

type TypeName = keyof typeof bidTypes

const hashOfText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const typeHash = (name: TypeName): Uint8Array =>
  hashOfText(`${name}(${bidTypes[name].map((member) => `${member.type} ${member.name}`).join()})`)
const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

const word = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'))
const wordOf = (address: Address): Uint8Array => hexToBytes(address.slice(2).toLowerCase().padStart(64, '0'))

const separatorOf = ({ name, version, chainId, verifyingContract }: SwapDomain): Uint8Array =>
  keccak_256(concatBytes(typeHash('EIP712Domain'), hashOfText(name), hashOfText(version), word(chainId), wordOf(verifyingContract)))

const structHashOf = (bid: BidFields): Uint8Array =>
  keccak_256(
    concatBytes(
      ...[typeHash('Bid'), word(bid.swapId), word(bid.nonce), wordOf(bid.signerWallet)],
      ...[word(bid.sellAmount), word(bid.buyAmount), wordOf(bid.referrer)],
    ),
  )

const digestOf = (domain: SwapDomain, bid: BidFields): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separatorOf(domain), structHashOf(bid)))

/** The 32 bytes that are signed, in hex. */
export const bidDigest = (domain: SwapDomain, bid: BidFields): string => hex(digestOf(domain, bid))

const SIGNATURE_BYTES = 65
const LEAST_RECOVERY = 27

/**
 * The signature in the form that the contract reads: hex without 0x, with a v of 27 or 28 at the end. Some wallets and libraries (Go, cloud key
 * stores) return 0 or 1 for the same signature. Any other text is returned as it is.
 */
export function contractSignature(signature: string): string {
  const digits = signature.replace(/^0x/, '').toLowerCase()
  const v = digits.slice(-2)
  if (digits.length !== 2 * SIGNATURE_BYTES || (v !== '00' && v !== '01')) return digits
  return `${digits.slice(0, -2)}${(LEAST_RECOVERY + Number(v)).toString(16)}`
}

/** The address of the signer; undefined if the signature is invalid. `signature` is r, s and v (27 or 28), with or without 0x. */
export function signatoryOf(domain: SwapDomain, bid: BidFields, signature: string): Address | undefined {
  const bytes = hexToBytes(signature.replace(/^0x/, ''))
  const v = bytes[64]
  if (bytes.length !== SIGNATURE_BYTES || (v !== 27 && v !== 28)) return undefined
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(v - LEAST_RECOVERY)
      .recoverPublicKey(digestOf(domain, bid))
    return withCapitals(bytesToHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12)))
  } catch {
    return undefined
  }
}

/** EIP-55: a letter is a capital if the hash of the address has a high digit at its position. */
function withCapitals(address: string): Address {
  const hash = bytesToHex(hashOfText(address))
  return `0x${[...address].map((digit, at) => (Number.parseInt(hash[at]!, 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** Signs a bid with a key in this page: a delegate key, or one of the demo’s test wallets. Loaded on first use. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BidPricingView } from '@parley/contracts'
import { type Address, bidDigest, signatoryOf } from '@parley/core'
import { addressText } from './auction-text.ts'
import { WalletProblem } from './browser-wallet.ts'

/**
 * The key of a test wallet is not secret, because the tokens of the demo chain have no value. It is derived from the desk’s ticker (decision 0962).
 */
export const testKey = (ticker: string): string => bytesToHex(sha256(utf8ToBytes(`parley demo wallet ${ticker}`)))

/** Throws if the key belongs to another address than the required signer. */
export function signWithKey({ typed_data: { domain, message }, signatory }: BidPricingView, key: string): string {
  const digits = key.trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new WalletProblem('Enter a private key of 64 hexadecimal digits, with or without 0x.')
  const swap = { ...domain, chainId: BigInt(domain.chainId), verifyingContract: domain.verifyingContract as Address }
  const bid = {
    swapId: BigInt(message.swapId),
    nonce: BigInt(message.nonce),
    signerWallet: message.signerWallet as Address,
    sellAmount: BigInt(message.sellAmount),
    buyAmount: BigInt(message.buyAmount),
    referrer: message.referrer as Address,
  }
  const digest = hexToBytes(bidDigest(swap, bid).slice(2))
  const signed = secp256k1.Signature.fromBytes(
    secp256k1.sign(digest, hexToBytes(digits), { prehash: false, format: 'recovered' }),
    'recovered',
  )
  const signature = `0x${bytesToHex(signed.toBytes('compact'))}${(27 + signed.recovery!).toString(16)}`
  const found = signatoryOf(swap, bid, signature)
  if (found?.toLowerCase() !== signatory.toLowerCase())
    throw new WalletProblem(
      `${found === undefined ? 'This key has no address.' : `This key belongs to ${addressText(found)}.`} Use the key of ${addressText(signatory)}.`,
    )
  return signature
}

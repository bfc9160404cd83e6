/** Keys and signatures on the Stark curve. A signature is sent as a string with two decimal numbers, `["r","s"]`. */
import { getStarkKey, sign, Signature, verify } from '@scure/starknet'
import { felt, formatFelt, parseFelt } from './felts.ts'

/** Any number above zero and below the order of the curve. */
const ORDER = 3618502788666131213697322783095070105526743751716087489154079457884512865583n

export function isPrivateKey(text: string): boolean {
  const value = parseFelt(text)
  return value !== undefined && value > 0n && value < ORDER && text.startsWith('0x')
}

/** The x coordinate of the key's point, by which the venue identifies the key. */
export const publicKeyOf = (privateKey: string): string => formatFelt(felt(getStarkKey(privateKey)))

export function signHash(hash: bigint, privateKey: string): string {
  const { r, s } = sign(formatFelt(hash), privateKey)
  return JSON.stringify([r.toString(), s.toString()])
}

/** Whether the string is this key's signature of the hash. Any other string is not. */
export function isSignedBy(publicKey: string, hash: bigint, signature: string): boolean {
  const [numbers, x] = [numbersOf(signature), parseFelt(publicKey)]
  if (numbers === undefined || x === undefined) return false
  const point = x.toString(16).padStart(64, '0')
  // A key is identified by x alone, and two points have the same x.
  return ['02', '03'].some((sign) => verifies(numbers, hash, `${sign}${point}`))
}

type Numbers = { readonly r: bigint; readonly s: bigint }

function numbersOf(signature: string): Numbers | undefined {
  const [, r, s] = /^\["(\d{1,77})",\s?"(\d{1,77})"\]$/.exec(signature) ?? []
  if (r === undefined || s === undefined) return undefined
  const numbers = { r: BigInt(r), s: BigInt(s) }
  return Object.values(numbers).every((number) => number > 0n && number < ORDER) ? numbers : undefined
}

function verifies({ r, s }: Numbers, hash: bigint, point: string): boolean {
  try {
    return verify(new Signature(r, s), formatFelt(hash), point)
  } catch {
    // The library throws if a number is out of range or no point has this x.
    return false
  }
}

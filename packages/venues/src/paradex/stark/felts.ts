/** Field elements of Stark as the venue's messages write them: decimal or hexadecimal strings, and short ASCII strings. */
const HEX = /^0x[0-9a-fA-F]{1,64}$/
const DECIMAL = /^\d{1,77}$/
/** A short string is a number of at most 31 bytes. */
export const SHORT_TEXT_BYTES = 31
const SHORT_TEXT = /^[\x20-\x7e]{0,31}$/
/** 2^251 + 17 * 2^192 + 1 */
const FIELD = 2n ** 251n + 17n * 2n ** 192n + 1n

/** Parses a field element; undefined if the string is not one. An empty string is zero. */
export function parseFelt(text: string): bigint | undefined {
  if (HEX.test(text) || DECIMAL.test(text)) {
    const value = BigInt(text)
    return value < FIELD ? value : undefined
  }
  return SHORT_TEXT.test(text) ? shortText(text) : undefined
}

const shortText = (text: string): bigint => [...text].reduce((value, letter) => value * 256n + BigInt(letter.charCodeAt(0)), 0n)

/** Throws if the string is not a field element: callers that build a message have checked it before. */
export function felt(text: string): bigint {
  const value = parseFelt(text)
  if (value === undefined) throw new Error(`not a number of the field: ${text}`)
  return value
}

export const formatFelt = (value: bigint): string => `0x${value.toString(16)}`

/** Addresses are written with and without leading zeros, in lower and upper case. */
export function isSameFelt(one: string, other: string): boolean {
  const value = parseFelt(one)
  return value !== undefined && value === parseFelt(other)
}

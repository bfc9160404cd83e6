/**
 * Decimals of the wire, compared and added exactly: as numbers, the last digits of a long decimal would be lost. Core has its own decimals, but the
 * SDK does not contain the rules of the market, so `client` may not import `core`.
 */
const DIGITS = 12

/** Negative, zero or positive if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  if (a === b) return 0
  // Rounding keeps the order, so only numbers that round to the same double need all their digits.
  const [near, other] = [Number(a), Number(b)]
  if (near !== other) return near < other ? -1 : 1
  const [left, right] = [scaled(a), scaled(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Most amounts of an order are zero, and cost no time here. */
export function sumOf(amounts: readonly string[]): string {
  const some = amounts.filter((amount) => amount !== '0')
  return some.length < 2 ? (some[0] ?? '0') : textOf(some.reduce((sum, amount) => sum + scaled(amount), 0n))
}

/** The whole minus the parts. */
export function restOf(whole: string, parts: readonly string[]): string {
  const gone = sumOf(parts)
  return gone === '0' ? whole : gone === whole ? '0' : textOf(scaled(whole) - scaled(gone))
}

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS))
  return text.startsWith('-') ? -size : size
}

/** In the server's format: without trailing zeros. */
function textOf(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(DIGITS + 1, '0')
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`
}

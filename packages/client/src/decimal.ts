/** Decimals of the wire, compared exactly: as numbers, the last digits of a long one are lost. */
const DIGITS = 12

/** Below, at or above zero as `a` is below, the same as, or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS))
  return text.startsWith('-') ? -size : size
}

/** Decimals as whole numbers of the smallest unit, for amounts that are too large or too fine for a number. */

const PLAIN = /^(\d{1,30})(?:\.(\d{0,30}))?$/

/** Undefined if the text is not a decimal or has more digits than the token. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = PLAIN.exec(text)
  if (match === null) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  return fraction.length > decimals ? undefined : BigInt(match[1]! + fraction.padEnd(decimals, '0'))
}

/** Plain decimal text without trailing zeros. */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

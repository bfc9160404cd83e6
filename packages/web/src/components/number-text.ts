/** Numbers as they are typed, stepped and shown, kept as exact decimal text. Core parses what is typed. */
import { formatQuantity, parseQuantity, readDecimal, roundToIncrement, suggestDecimal } from '@parley/core'

/**
 * The value of a number field: decimal text, empty if nothing is entered, undefined if the text is not a valid number. Undefined is separate
 * because an empty field may stand for something, such as the best price or the whole remaining quantity.
 */
export type EnteredNumber = string | undefined

/** For forms that need a number: an empty field is as invalid as an unreadable one. */
export const required = (text: string): EnteredNumber => (text === '' ? undefined : text)

type ReadOther = ((text: string) => string | undefined) | undefined

export const readEntered = (text: string, readOther?: ReadOther): EnteredNumber =>
  text.trim() === '' ? '' : (readDecimal(text) ?? readOther?.(text))

/** A number that the invalid text may have meant. */
export function suggestEntered(text: string, readOther?: ReadOther): string | undefined {
  const meant = suggestDecimal(text)
  return meant === undefined || readEntered(meant, readOther) === undefined ? undefined : meant
}

/** A quantity rounded to its increment. Undefined if it is already a multiple or would round to zero. */
export function roundedText(text: string, increment: string): string | undefined {
  const [value, step] = [parseQuantity(text), parseQuantity(increment)]
  if (value === undefined || step === undefined || step === 0 || value % step === 0) return undefined
  const rounded = roundToIncrement(value, step)
  return rounded === 0 ? undefined : formatQuantity(rounded)
}

/** The value `times` steps away on the grid of `step`. A value between two steps goes to the nearest one in that direction. */
export function stepNumberText(value: string, step: string, times: number): string {
  const decimals = Math.max(decimalsOf(value), decimalsOf(step))
  const tick = scaled(step, decimals)
  const from = scaled(value, decimals)
  if (tick === 0n || times === 0) return value
  const whole = from / tick - (from % tick < 0n ? 1n : 0n)
  const isBetween = from % tick !== 0n
  const steps = whole + BigInt(times) + (isBetween && times < 0 ? 1n : 0n)
  return unscaled(steps * tick, decimals, decimalsOf(step))
}

export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

const scaled = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt((whole || '0') + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') ? -value : value
}

function unscaled(value: bigint, decimals: number, least: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals)
  let kept = decimals
  while (kept > least && fraction[kept - 1] === '0') kept -= 1
  return plain(value < 0n, digits.slice(0, digits.length - decimals), fraction.slice(0, kept))
}

function plain(isNegative: boolean, whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const text = fraction === '' ? digits : `${digits}.${fraction}`
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text
}

/** Reads numbers as people type them (rulebook 3.16). Blank, zero and text that is not a number count as no entry: undefined. */
import { parsePrice, parseQuantity, type Price, type Quantity } from '../decimal.ts'

/** The minus sign that screens show and people copy. */
const MINUS = '\u2212'

/** A comma separates thousands only before three digits, and never after a leading zero: `0,042` does not mean forty-two. */
const TYPED = /^([+-]?)([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?([km]?)$/
const MAX_TYPED = 40

/** The typed number as plain decimal text: `1,234.5`, `−0.0005`, `100k`, `1.5m`, `.5`. */
export function readDecimal(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined
  const text = typed.trim().replaceAll(MINUS, '-').toLowerCase()
  const match = TYPED.exec(text)
  if (match === null) return undefined
  const [, sign, grouped = '', fraction = '', suffix] = match
  const whole = grouped.replaceAll(',', '')
  if (whole + fraction === '') return undefined
  const moved = suffix === 'k' ? 3 : suffix === 'm' ? 6 : 0
  const digits = fraction.padEnd(moved, '0')
  const behind = digits.slice(moved)
  const before = (whole + digits.slice(0, moved)).replace(/^0+(?=\d)/, '')
  return `${sign === '-' ? '-' : ''}${before === '' ? '0' : before}${behind === '' ? '' : `.${behind}`}`
}

/** Digits with separators between them, and the text before and after. */
const DIGITS = /^(\s*[+\u2212-]?\s*)(\d[\d.,' \u00a0\u202f]*\d)(.*)$/
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[' \u00a0\u202f]\d{3})+),\d+$/
const OTHER_THOUSANDS = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:[' \u00a0\u202f]\d{3})+(?:\.\d+)?)$/

/**
 * The number that was probably meant if a decimal comma or another thousands separator was typed: `12.5` for `12,5`, `52.5v` for `52,5v`, `1234.5`
 * for `1.234,5`. It is offered to the person and never applied automatically. Undefined if there is nothing to offer.
 */
export function suggestDecimal(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined
  const [, before = '', digits = '', after = ''] = DIGITS.exec(typed) ?? []
  if (DECIMAL_COMMA.test(digits)) return `${before}${digits.replaceAll(/[^\d,]/g, '').replace(',', '.')}${after}`
  if (!OTHER_THOUSANDS.test(digits)) return undefined
  const isDotted = /\..*\./.test(digits)
  return `${before}${digits.replaceAll(isDotted ? /\./g : /[^\d.]/g, '')}${after}`
}

const unlessZero = <T extends number>(value: T | undefined): T | undefined => (value === 0 ? undefined : value)

/** A positive or negative price. Text with more decimals than a price has counts as no entry. */
export const readPrice = (typed: string): Price | undefined => unlessZero(parsed(typed, parsePrice))
export const readQuantity = (typed: string): Quantity | undefined => aboveZero(parsed(typed.replace(/\s*x$/i, ''), parseQuantity))

function parsed<T>(typed: string, parse: (text: string) => T | undefined): T | undefined {
  const text = readDecimal(typed)
  return text === undefined ? undefined : parse(text)
}

const aboveZero = <T extends number>(value: T | undefined): T | undefined => (value === undefined || value <= 0 ? undefined : value)

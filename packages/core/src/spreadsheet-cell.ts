/** A cell of a file or clipboard for spreadsheets: texts stay texts, and ids stay whole. */

const NUMBER = /^[+-]?\d+(\.\d+)?$/
/** A spreadsheet rounds numbers with more digits, and they are ids. */
const DIGITS_KEPT = 15
const FORMULA = /^\s*[=+\-@]/

/** Spreadsheets read a file that does not begin with this mark in the old encoding of the machine. */
export const UTF8_MARK = '\ufeff'

/** An apostrophe marks a cell as text if a spreadsheet would otherwise evaluate or round it. Plain numbers stay as they are. */
export function spreadsheetText(text: string): string {
  const isNumber = NUMBER.test(text)
  const isKept = isNumber && text.replaceAll(/\D/g, '').length <= DIGITS_KEPT
  return !isKept && (isNumber || FORMULA.test(text)) ? `'${text}` : text
}

/** The cell in a file with comma-separated values. */
export function csvCell(text: string): string {
  const safe = spreadsheetText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

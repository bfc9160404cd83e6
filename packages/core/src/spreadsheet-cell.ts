/** A cell of a file or clipboard for spreadsheets: texts stay texts, and ids stay whole. */

/** A spreadsheet that writes numbers with a comma separates the cells of a file by semicolons, and reads `22.5` as a day and `1,250` as one and a quarter. */
export type DecimalSign = '.' | ','

const NUMBER = /^[+-]?\d+(\.\d+)?$/
/** A spreadsheet rounds numbers with more digits, and they are ids. */
const DIGITS_KEPT = 15
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/
/** The wide signs of Asian keyboards, and the minus sign, begin a formula as well. */
const FORMULA = /^\s*[=+\-@＝＋－＠−]/

/** Spreadsheets read a file that does not begin with this mark in the old encoding of the machine. */
export const UTF8_MARK = '\ufeff'

/** An apostrophe marks a cell as text if a spreadsheet would otherwise evaluate or round it. Plain numbers stay as they are. */
export function spreadsheetText(written: string, decimalSign: DecimalSign = '.'): string {
  const text = decimalSign === ',' && GROUPED.test(written) ? written.replaceAll(',', '') : written
  const isNumber = NUMBER.test(text)
  const isKept = isNumber && text.replaceAll(/\D/g, '').length <= DIGITS_KEPT
  if (isKept) return text.replace('.', decimalSign)
  return isNumber || FORMULA.test(text) ? `'${text}` : text
}

export const csvSeparator = (decimalSign: DecimalSign): string => (decimalSign === ',' ? ';' : ',')

/** The cell in a file with values that are separated by `csvSeparator`. */
export function csvCell(text: string, decimalSign: DecimalSign = '.'): string {
  const safe = spreadsheetText(text, decimalSign)
  return /["\r\n]/.test(safe) || safe.includes(csvSeparator(decimalSign)) ? `"${safe.replaceAll('"', '""')}"` : safe
}

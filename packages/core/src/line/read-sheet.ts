/**
 * Reads the rows of a sheet for a list RFQ (rulebook 22.12): pasted cells, a CSV file, or typed lines. A row has a side, a quantity and a structure, and
 * can name its venue and currency. Its structure is one line of the common grammar (rulebook 3.15).
 */
import type { VenueCode } from '../catalogue/venue.ts'
import { venueCodes, venues } from '../catalogue/venues.ts'
import { parseQuantity, type Quantity } from '../decimal.ts'
import { readDecimal, suggestDecimal } from '../numbers/read.ts'
import { isHedge, type Side, type Structure } from '../structure/structure.ts'
import type { Listing } from './listing.ts'
import type { LineOffer } from './meaning.ts'
import { readLine } from './read-line.ts'
import { MOST_SHEET_ROWS } from './limits.ts'

export type SheetRow = {
  /** From 1, without the header and blank rows. */
  readonly row: number
  /** The cells of the row, with a space between them. */
  readonly text: string
  readonly side: Side | undefined
  /** Decimal text. */
  readonly quantity: string | undefined
  readonly venue: VenueCode | undefined
  readonly currency: string | undefined
  /** The rest of the row: one line without side and quantity. */
  readonly structure: string
  /** Why its cells contradict each other or can be read in two ways. */
  readonly problem: string | undefined
}

/** A row as a line of a list, or why it cannot be one. The line of an offer replaces the structure of the row. */
export type SheetReading =
  | { readonly state: 'READ'; readonly side: Side; readonly quantity: Quantity; readonly structure: Structure }
  | { readonly state: 'UNREAD'; readonly problem: string; readonly offers: readonly LineOffer[] }

type Role = 'SIDE' | 'QUANTITY' | 'VENUE' | 'CURRENCY' | 'STRUCTURE' | 'IGNORED'

const headings: readonly (readonly [RegExp, Role])[] = [
  [/^(?:side|b\/s|buy\/sell|direction|action|way)$/, 'SIDE'],
  [/^(?:qty|quantity|size|amount|lots|contracts|volume)\b/, 'QUANTITY'],
  [/^(?:venue|exchange)$/, 'VENUE'],
  [/^(?:currency|ccy|coin|underlying|asset|base)$/, 'CURRENCY'],
  [/^(?:#|no\.?|row|line|id|price|limit|mark|comment|notes?|label)$/, 'IGNORED'],
  [/^(?:structure|strategy|instrument|product|description|type|expiry|expiration|maturity|strikes?|legs?|name)\b/, 'STRUCTURE'],
]
const sides: readonly (readonly [RegExp, Side])[] = [
  [/^(?:b|buy|bid|long)$/i, 'BUY'],
  [/^(?:s|sell|offer|ask|short)$/i, 'SELL'],
]
const NUMBERED = /^\d+[.)]\s+/
/** In a sheet with decimal commas, `1,250` and `1.250` can be read in two ways. */
const THREE_AFTER = /^[+\u2212-]?\d{1,3}[.,]\d{3}$/

const roleOf = (cell: string): Role | undefined => headings.find(([pattern]) => pattern.test(cell.trim().toLowerCase()))?.[1]
const sideOf = (cell: string): Side | undefined => sides.find(([pattern]) => pattern.test(cell.trim()))?.[1]
const numberOf = (cell: string): string | undefined => {
  const text = cell.replace(/\s*(?:x|×|lots?)$/i, '')
  return readDecimal(text) ?? readDecimal(suggestDecimal(text) ?? '')
}
const venueOf = (cell: string): VenueCode | undefined => {
  const text = cell.trim().toUpperCase()
  return venueCodes.find((code) => code === text || venues[code].name.toUpperCase() === text)
}

/** The rows in their order. Nothing is left out: a row without any meaning keeps its place. Rows beyond the limit are not read. */
export function readSheet(text: string, currencies: readonly string[]): readonly SheetRow[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const separator = separatorOf(lines)
  const all = lines.map((line) => (separator === undefined ? [line.trim()] : cellsOf(line, separator)))
  const header = all[0] !== undefined && isHeader(all[0]) ? all[0].map((cell) => roleOf(cell) ?? 'STRUCTURE') : undefined
  const rows = (header === undefined ? all : all.slice(1)).slice(0, MOST_SHEET_ROWS)
  const isNumbered = header === undefined && rows.length > 1 && rows.every(([first], at) => first === String(at + 1))
  const parts = rows.map((cells) =>
    cells.length === 1 ? ofText(cells[0]!, currencies) : ofCells(isNumbered ? cells.slice(1) : cells, header, currencies),
  )
  const hasCommas = parts.some(({ sizes: [size] }) => size !== undefined && readDecimal(size) === undefined && size.includes(','))
  const isSigned = parts.every(({ sides: found }) => found.length === 0) && parts.some(({ sizes: [size] }) => isBelowZero(size))
  return parts.map((one, at) => rowOf(one, { row: at + 1, text: rows[at]!.filter((cell) => cell !== '').join(' '), hasCommas, isSigned }))
}

/** A tab, else a semicolon, else a comma if most rows have their side or quantity in a cell of its own. Undefined if rows are not in cells. */
function separatorOf(lines: readonly string[]): string | undefined {
  const found = ['\t', ';'].find((one) => lines.some((line) => line.includes(one)))
  if (found !== undefined) return found
  const isInCells = (line: string): boolean => {
    const cells = cellsOf(line, ',')
    return cells.length > 1 && cells.some((cell) => sideOf(cell) !== undefined || numberOf(cell) !== undefined)
  }
  return lines.filter((line) => isInCells(line) || isHeader(cellsOf(line, ','))).length * 2 > lines.length ? ',' : undefined
}

/** Quoted cells can contain the separator, and two quotes for one. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    if (sign === '"' && isQuoted && line[at + 1] === '"') cell += line[(at += 1)]
    else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) [cells[cells.length], cell] = [cell.trim(), '']
    else cell += sign
  }
  return [...cells, cell.trim()]
}

const isHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.some((cell) => ['SIDE', 'QUANTITY', 'STRUCTURE'].includes(roleOf(cell) ?? '')) &&
  cells.every((cell) => cell === '' || (numberOf(cell) === undefined && sideOf(cell) === undefined))

/** The texts of a row by their role. */
type CellsByRole = {
  readonly sides: readonly Side[]
  readonly sizes: readonly string[]
  readonly venues: readonly VenueCode[]
  readonly currencies: readonly string[]
  readonly structure: readonly string[]
}

function ofCells(cells: readonly string[], header: readonly Role[] | undefined, known: readonly string[]): CellsByRole {
  const parts = {
    sides: [] as Side[],
    sizes: [] as string[],
    venues: [] as VenueCode[],
    currencies: [] as string[],
    structure: [] as string[],
  }
  const hasSizes = header?.includes('QUANTITY') ?? false
  for (const [at, cell] of cells.entries()) {
    const role = header?.[at]
    if (cell === '' || role === 'IGNORED') continue
    const side = role === undefined || role === 'SIDE' ? sideOf(cell) : undefined
    const isSize = role === 'QUANTITY' || (!hasSizes && role === undefined && parts.sizes.length === 0 && numberOf(cell) !== undefined)
    const venue = venueOf(cell)
    if (side !== undefined) parts.sides.push(side)
    else if (isSize) parts.sizes.push(cell)
    else if (venue !== undefined) parts.venues.push(venue)
    else if (known.includes(cell.toUpperCase())) parts.currencies.push(cell.toUpperCase())
    else if (numberOf(cell) !== undefined && numberOf(parts.structure.at(-1)?.split('/').at(-1) ?? '') !== undefined)
      // Strikes in columns of their own.
      parts.structure.push(`${parts.structure.pop()}/${cell}`)
    else parts.structure.push(cell)
  }
  return { ...parts, currencies: [...parts.currencies, ...namedIn(parts.structure.join(' '), known)] }
}

const namedIn = (text: string, currencies: readonly string[]): readonly string[] =>
  currencies.filter((currency) => new RegExp(`(?<![a-z])${currency}(?![a-z])`, 'i').test(text))

/** A typed line: the side and the quantity are its first words, or the grammar reads them. */
function ofText(text: string, known: readonly string[]): CellsByRole {
  const words = text.replace(NUMBERED, '').split(/\s+/)
  const found: Side[] = []
  const sizes: string[] = []
  const places: VenueCode[] = []
  for (let word = words[0]; word !== undefined; word = words[0]) {
    const [side, venue] = [sideOf(word), venueOf(word)]
    if (side !== undefined && found.length === 0) found.push(side)
    else if (venue !== undefined) places.push(venue)
    else if (numberOf(word) !== undefined && sizes.length === 0 && words.length > 1) sizes.push(word)
    else break
    words.shift()
    if (/^[x×]$/i.test(words[0] ?? '')) words.shift()
  }
  const structure = words.join(' ')
  return { sides: found, sizes, venues: places, currencies: namedIn(structure, known), structure: [structure] }
}

const isBelowZero = (size: string | undefined): boolean => size !== undefined && numberOf(size)?.startsWith('-') === true

/** In a sheet without sides, signs are the sides: a quantity without one buys. */
type RowContext = { readonly row: number; readonly text: string; readonly hasCommas: boolean; readonly isSigned: boolean }

function rowOf(
  { sides: found, sizes, venues: places, currencies, structure }: CellsByRole,
  { row, text, hasCommas, isSigned }: RowContext,
): SheetRow {
  const [size] = sizes
  const number = size === undefined ? undefined : numberOf(size)
  const isNegative = isBelowZero(size)
  const isUnclear = hasCommas && size !== undefined && THREE_AFTER.test(size)
  const problem =
    new Set(places).size > 1 || new Set(currencies).size > 1
      ? 'The row names two venues or currencies. Each line of a list can have only one.'
      : size !== undefined && number === undefined
        ? `“${size}” is not a quantity. Write it as 50 or 12.5.`
        : isUnclear
          ? `“${size}” can be read in two ways. Write the quantity without a thousands separator.`
          : isNegative && found[0] === 'BUY'
            ? `The row has the side buy and the negative quantity ${size}. Use only one of them.`
            : undefined
  const side = found[0] ?? (isNegative ? 'SELL' : isSigned && number !== undefined ? 'BUY' : undefined)
  const quantity = isUnclear ? undefined : number?.replace('-', '')
  return { row, text, side, quantity, venue: places[0], currency: currencies[0], structure: structure.join(' '), problem }
}

const unread = (problem: string, offers: readonly LineOffer[] = []): SheetReading => ({ state: 'UNREAD', problem, offers })

/** Reads the row among the instruments of its market. */
export function readSheetRow({ side, quantity, structure, problem }: SheetRow, listing: Listing): SheetReading {
  if (problem !== undefined) return unread(problem)
  const read = readLine(structure, listing)
  if (read.state === 'UNREAD') return unread(read.problem, read.offers)
  const { meaning } = read
  if (meaning.isHedged === true || meaning.structure.legs.some(isHedge))
    return unread('A line of a list cannot have a delta hedge. Send it as a separate RFQ.')
  if (meaning.isAnonymous !== undefined || meaning.isOneWay === true || meaning.goodForMs !== undefined)
    return unread('The name, the shown sides and the time are the same for all lines. Choose them for the whole list.')
  if (side !== undefined && meaning.side !== undefined && side !== meaning.side)
    return unread('The row contains both buy and sell. Use one of them.')
  const finalSide = side ?? meaning.side
  if (finalSide === undefined) return unread('Add the side: buy or sell.')
  const size = quantity === undefined ? meaning.quantity : parseQuantity(quantity)
  if (size === undefined) return unread(quantity === undefined ? 'Add the quantity.' : `“${quantity}” has more than 6 decimals.`)
  return { state: 'READ', side: finalSide, quantity: size, structure: meaning.structure }
}

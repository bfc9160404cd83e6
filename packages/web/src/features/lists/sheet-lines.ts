/** The rows of a sheet as lines of one list: how each was read, and what the list would send. Pure. */
import {
  ALL_MAKERS,
  formatQuantity,
  formatRatio,
  type Listing,
  LEAST_LIST_LINES,
  MOST_LIST_LINES,
  readSheetRow,
  type SheetRow,
} from '@parley/core'
import type { ListTerms } from '@parley/client'
import type { OpenMarket } from '../../live/open-markets.ts'
import { legsName } from '../structure/structure-name.ts'
import type { BuilderForm } from '../rfq/builder/builder-form.ts'
import { type BuilderFacts, type BuilderSummary, summarise } from '../rfq/builder/builder-summary.ts'

export type SheetLine = { readonly sheet: SheetRow; readonly name: string } & (
  | { readonly state: 'READ'; readonly side: 'BUY' | 'SELL'; readonly quantity: string; readonly summary: BuilderSummary }
  | { readonly state: 'UNREAD'; readonly problem: string; readonly offers: readonly { readonly part: string; readonly text: string }[] }
)
export type ReadLine = Extract<SheetLine, { state: 'READ' }>

/** The row as a typed line. */
export const rowText = ({ side, quantity, structure }: Pick<SheetRow, 'side' | 'quantity' | 'structure'>): string =>
  [side === undefined ? '' : side === 'BUY' ? 'B' : 'S', quantity ?? '', structure].filter((part) => part !== '').join(' ')

/** The markets of the rows in their order. A row that names none belongs to `home`. */
export function marketsOf(rows: readonly SheetRow[], home: OpenMarket): readonly OpenMarket[] {
  const found = new Map(
    [...(rows.length === 0 ? [home] : rows.map((row) => marketOf(row, home)))].map((one) => [`${one.venue} ${one.currency}`, one]),
  )
  return [...found.values()]
}
export const marketOf = (row: SheetRow, home: OpenMarket): OpenMarket => ({
  venue: row.venue ?? home.venue,
  currency: row.currency ?? home.currency,
})

/** Reads the rows of one market. An error in one row never stops another one. */
export const sheetLines = (rows: readonly SheetRow[], listing: Listing, form: BuilderForm, facts: BuilderFacts): readonly SheetLine[] =>
  rows.map((sheet) => lineOf(sheet, listing, form, facts))

function lineOf(sheet: SheetRow, listing: Listing, form: BuilderForm, facts: BuilderFacts): SheetLine {
  const read = readSheetRow(sheet, listing)
  if (read.state === 'UNREAD') {
    const offers = read.offers.map(({ part, line }) => ({ part, text: rowText({ ...sheet, structure: line }) }))
    return { sheet, name: sheet.text, state: 'UNREAD', problem: read.problem, offers }
  }
  const { side, structure } = read
  const quantity = formatQuantity(read.quantity)
  const legs = structure.legs.map((leg) => ({ instrumentId: leg.instrument.id, side: leg.side, ratio: formatRatio(leg.ratio) }))
  const summary = summarise({ ...form, legs, quantity }, facts)
  const { problem } = summary
  if (problem?.field === 'quantity' || problem?.field === 'legs') {
    const least = summary.minimum && formatQuantity(summary.minimum.minimum)
    const offers = problem.field === 'quantity' && least !== undefined ? [{ part: least, text: rowText({ side, quantity: least, structure: sheet.structure }) }] : [] // prettier-ignore
    return { sheet, name: legsName(structure.legs), state: 'UNREAD', problem: problem.message, offers }
  }
  return { sheet, name: legsName(structure.legs), state: 'READ', side, quantity, summary }
}

export const readLines = (lines: readonly SheetLine[]): readonly ReadLine[] => lines.filter((line) => line.state === 'READ')

export type ListTotals = {
  readonly lines: number
  readonly unread: number
  readonly bought: number
  readonly sold: number
  /** The cost of the lines at their marks. Undefined while one has none. */
  readonly mark: number | undefined
  readonly delta: number | undefined
  readonly vega: number | undefined
}

/** Exactly the lines that are sent. */
export function totalsOf(lines: readonly SheetLine[]): ListTotals {
  const read = readLines(lines)
  const sizeOf = (side: 'BUY' | 'SELL') => read.reduce((sum, line) => sum + (line.side === side ? Number(line.quantity) : 0), 0)
  const sum = (of: (line: ReadLine) => number | undefined): number | undefined => {
    const parts = read.map((line) => [line, of(line)] as const)
    if (parts.length === 0 || parts.some(([, part]) => part === undefined)) return undefined
    return parts.reduce((total, [line, part]) => total + (line.side === 'BUY' ? 1 : -1) * part!, 0)
  }
  return {
    ...{ lines: read.length, unread: lines.length - read.length, bought: sizeOf('BUY'), sold: sizeOf('SELL') },
    mark: sum(({ summary, quantity }) => (summary.mark === undefined ? undefined : summary.mark * Number(quantity))),
    delta: sum(({ summary }) => summary.greeks?.delta),
    vega: sum(({ summary }) => summary.greeks?.vega),
  }
}

/** Why the list cannot be sent. The sentences are those of the server. */
export function listProblem(lines: readonly SheetLine[], openRfqs: number, mostOpen: number): string | undefined {
  const read = readLines(lines)
  if (read.length < LEAST_LIST_LINES || read.length > MOST_LIST_LINES)
    return `A list has ${LEAST_LIST_LINES} to ${MOST_LIST_LINES} lines. This one has ${read.length}.`
  const problem = read.find(({ summary }) => summary.problem !== undefined)?.summary.problem
  if (problem !== undefined) return problem.message
  return openRfqs + read.length > mostOpen
    ? `Your desk has ${openRfqs} open RFQs in this market, and can have ${mostOpen}. Each line is one. Send fewer lines.`
    : undefined
}

export type ListChoices = { readonly name: string; readonly showsSides: boolean }

/** The terms that are sent: the lines that were read, in the order of the sheet. */
export function listTerms(lines: readonly SheetLine[], form: BuilderForm, { name, showsSides }: ListChoices): ListTerms {
  const read = readLines(lines)
  const first = read[0]?.summary
  return {
    venue: form.venue,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    showsSides,
    lines: read.map(({ sheet: { row }, side, quantity, summary }) => ({ row, side, quantity, legs: summary.legTerms })),
    counterparties: form.makers ?? first?.asked,
    groups: form.makers === undefined ? [ALL_MAKERS] : form.group === undefined ? undefined : [form.group],
    isTakerAnonymous: form.isAnonymous,
    goodForMs: form.goodForMs,
    account: form.account === '' ? first?.defaultAccount : form.account,
  }
}

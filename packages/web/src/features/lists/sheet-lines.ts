/** The rows of a sheet as lines of one list: how each was read, and what the list would send. Pure. */
import type { ListTerms } from '@parley/client'
import {
  ALL_MAKERS,
  formatQuantity,
  formatRatio,
  type Listing,
  listSizeProblem,
  readSheetRow,
  type SheetRow,
  sheetRowText,
} from '@parley/core'
import type { BuilderForm } from '../rfq/builder/builder-form.ts'
import { type BuilderFacts, type BuilderSummary, summarise } from '../rfq/builder/builder-summary.ts'
import { legsDecimals, legsName } from '../structure/structure-name.ts'

export type SheetLine = { readonly sheet: SheetRow; readonly name: string } & (
  | { readonly state: 'READ'; readonly side: 'BUY' | 'SELL'; readonly quantity: string; readonly summary: BuilderSummary }
  | { readonly state: 'UNREAD'; readonly problem: string; readonly offers: readonly { readonly part: string; readonly text: string }[] }
)

/** Reads a row of one market. Its problem never stops another row. */
export function lineOfRow(sheet: SheetRow, listing: Listing, form: BuilderForm, facts: BuilderFacts): SheetLine {
  const read = readSheetRow(sheet, listing)
  if (read.state === 'UNREAD') {
    const offers = read.offers.map(({ part, line }) => ({ part, text: sheetRowText({ ...sheet, structure: line }) }))
    return { sheet, name: sheet.text, state: 'UNREAD', problem: read.problem, offers }
  }
  const { side, structure } = read
  const quantity = formatQuantity(read.quantity)
  const name = legsName(structure.legs)
  const legs = structure.legs.map((leg) => ({ instrumentId: leg.instrument.id, side: leg.side, ratio: formatRatio(leg.ratio) }))
  const summary = summarise({ ...form, legs, quantity }, facts)
  const { problem, minimum } = summary
  if (problem?.field !== 'quantity' && problem?.field !== 'legs') return { sheet, name, state: 'READ', side, quantity, summary }
  const least = problem.field === 'quantity' && minimum ? [formatQuantity(minimum.minimum)] : []
  const offers = least.map((part) => ({ part, text: sheetRowText({ side, quantity: part, structure: sheet.structure }) }))
  return { sheet, name, state: 'UNREAD', problem: problem.message, offers }
}

/** The mark of a line that was read. Empty while it is not known. */
export const markTextOf = (line: SheetLine): string =>
  line.state === 'READ' ? (line.summary.mark?.toFixed(legsDecimals(line.summary.structure)) ?? '') : ''

export const readLines = (lines: readonly SheetLine[]) => lines.filter((line) => line.state === 'READ')

/** Exactly the lines that are sent. A sum is undefined while a part of it is not known. */
export function totalsOf(lines: readonly SheetLine[]) {
  const read = readLines(lines)
  const sizeOf = (of: 'BUY' | 'SELL') => read.reduce((sum, { side, quantity }) => sum + (side === of ? Number(quantity) : 0), 0)
  const sum = (of: (summary: BuilderSummary, size: number) => number | undefined): number | undefined =>
    read.reduce<number | undefined>((total, { side, quantity, summary }) => {
      const part = of(summary, Number(quantity))
      return total === undefined || part === undefined ? undefined : total + (side === 'BUY' ? part : -part)
    }, 0)
  return {
    ...{ lines: read.length, bought: sizeOf('BUY'), sold: sizeOf('SELL') },
    mark: sum(({ mark }, size) => (mark === undefined ? undefined : mark * size)),
    delta: sum(({ greeks }) => greeks?.delta),
    vega: sum(({ greeks }) => greeks?.vega),
  }
}

/** Why the list cannot be sent. The sentences are those of the server. */
export const listProblem = (lines: readonly SheetLine[], openRfqs: number): string | undefined =>
  listSizeProblem(readLines(lines).length, openRfqs) ?? readLines(lines).find(({ summary }) => summary.problem)?.summary.problem?.message

export type ListChoices = { readonly name: string; readonly showsSides: boolean }

/** The terms that are sent: the lines that were read, in the order of the sheet. */
export function listTerms(lines: readonly SheetLine[], form: BuilderForm, { name, showsSides }: ListChoices): ListTerms {
  const read = readLines(lines)
  const first = read[0]?.summary
  return {
    ...{ venue: form.venue, showsSides, isTakerAnonymous: form.isAnonymous, goodForMs: form.goodForMs },
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    lines: read.map(({ sheet: { row }, side, quantity, summary }) => ({ row, side, quantity, legs: summary.legTerms })),
    counterparties: form.makers ?? first?.asked,
    groups: form.makers === undefined ? [ALL_MAKERS] : form.group === undefined ? undefined : [form.group],
    account: form.account === '' ? first?.defaultAccount : form.account,
  }
}

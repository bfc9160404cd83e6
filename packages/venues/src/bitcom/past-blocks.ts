/** The blocks of an account that were made through this platform: the account's rows in the record, grouped by label. */
import { hasGonePast } from '../adapter/record-pages.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { RecordedBlock } from '../port/venue-port.ts'
import type { Accounts } from './accounts.ts'
import { failureFromWire, unknown, type Open } from './answers.ts'
import { rowFromWire, type WireRow } from './block-wire.ts'
import type { Families, Family } from './families.ts'
import { MAX_OFFSET, ROWS_PER_PAGE } from './limits.ts'
import { nearestPrice } from '../adapter/decimal-texts.ts'

export type PastBlocksNeeds = { readonly accounts: Accounts; readonly families: Families; readonly blockSource: string }
type Span = { readonly from: number; readonly to: number }

export async function readBlocks(
  needs: PastBlocksNeeds,
  party: VenueCredentials,
  span: Span,
): Promise<VenueAnswer<readonly RecordedBlock[]>> {
  const blocks: RecordedBlock[] = []
  for (const family of needs.families.all) {
    const rows = await rowsBackTo(needs, party, family, span.from)
    if ('outcome' in rows) return rows
    const read = blocksFromRows(rows, family)
    if (read === undefined) return unknown('the venue sent its list of blocks in an unknown format')
    blocks.push(...read)
  }
  const within = blocks.filter(({ at }) => span.from <= at && at < span.to)
  return { outcome: 'DONE', value: within.sort((one, other) => one.at - other.at) }
}

/** The venue's largest offset plus one page limit how far back anyone can read. */
async function rowsBackTo(
  { accounts, blockSource }: PastBlocksNeeds,
  party: VenueCredentials,
  { prefix, currency }: Family,
  from: number,
): Promise<readonly unknown[] | Open> {
  const rows: unknown[] = []
  for (let offset = 0; offset <= MAX_OFFSET; offset += ROWS_PER_PAGE) {
    const params = { currency, bt_source: blockSource, offset, limit: ROWS_PER_PAGE }
    const answer = await accounts.call(party, { method: 'GET', path: `${prefix}/blocktrades`, params })
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    if (!Array.isArray(answer.data)) return unknown('the venue sent its list of blocks in an unknown format')
    const page: readonly unknown[] = answer.data
    rows.push(...page)
    if (!answer.hasMore || hasGonePast(from, page.flatMap((row) => rowFromWire(row)?.at ?? []))) return rows // prettier-ignore
  }
  return unknown('the venue has more blocks since then than it returns')
}

/** Undefined if a row cannot be parsed, or if the rows of one label do not match. Pure. */
export function blocksFromRows(rows: readonly unknown[], family: Family): readonly RecordedBlock[] | undefined {
  const byLabel = new Map<string, OwnRow[]>()
  for (const value of rows) {
    const row = ownRowFromWire(value)
    if (row === undefined) return undefined
    if (row.status === 'filled') byLabel.set(row.label, [...(byLabel.get(row.label) ?? []), row])
  }
  const blocks = [...byLabel.values()].map((legs) => blockOf(legs, family))
  const known = blocks.filter((block) => block !== undefined)
  return known.length === blocks.length ? known : undefined
}

type OwnRow = WireRow & {
  readonly label: string
  readonly counterparty: string | undefined
  readonly fee: RecordedBlock['legs'][number]['fee']
}

function ownRowFromWire(value: unknown): OwnRow | undefined {
  const [row, whole] = [rowFromWire(value), asObject(value)]
  const [label, fee, counterparty] = [whole?.['label'], nearestPrice(whole?.['fee']), whole?.['counterparty']]
  if (row === undefined || typeof label !== 'string' || label === '' || fee === undefined) return undefined
  const isNamed = (typeof counterparty === 'string' && counterparty !== '') || typeof counterparty === 'number'
  return { ...row, label, fee, counterparty: isNamed ? String(counterparty) : undefined }
}

function blockOf(rows: readonly OwnRow[], { currency }: Family): RecordedBlock | undefined {
  const [first] = rows as [OwnRow]
  if (rows.some(({ role }) => role !== first.role)) return undefined
  return {
    venueTradeId: first.label,
    at: Math.max(...rows.map(({ at }) => at)),
    role: first.role === 'maker' ? 'MAKER' : 'TAKER',
    name: first.label,
    ...(first.counterparty === undefined ? {} : { counterparty: first.counterparty }),
    legs: rows.map(({ instrumentName, side, price, quantity, fee }) => ({
      ...{ instrumentName, side, price, quantity, fee },
      feeCurrency: currency,
    })),
  }
}

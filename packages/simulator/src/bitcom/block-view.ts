/** Lists blocks as the venue does: one row for each leg of each side that the caller may see. */
import type { Coin } from './chain.ts'
import type { PostedSide } from './block-terms.ts'
import { isOf, type Family } from './families.ts'
import { MAX_ROWS_PER_ANSWER } from './limits.ts'
import { feeOf } from './ledger.ts'
import type { ShownLeg, ShownSide } from './record.ts'
import { countParam, optionalText, type Params } from './refusal.ts'

export type Page = { readonly rows: readonly object[]; readonly hasMore: boolean }

export function listBlocks(standing: readonly ShownSide[], family: Family, params: Params): Page {
  const [label, source, name] = ['label', 'bt_source', 'instrument_id'].map((filter) => optionalText(params, filter))
  const [maker, taker] = ['maker', 'taker'].map((filter) => optionalText(params, filter))
  const offset = countParam(params, 'offset', 0, 100)
  const limit = countParam(params, 'limit', 20, MAX_ROWS_PER_ANSWER)
  const rows = standing
    .filter(({ side }) => (label ?? side.label) === side.label && (source ?? side.source) === side.source)
    .filter(
      ({ side }) =>
        (maker ?? partyOf(side, 'maker')) === partyOf(side, 'maker') && (taker ?? partyOf(side, 'taker')) === partyOf(side, 'taker'),
    )
    .toReversed()
    .flatMap((one) => one.side.legs.map((leg, index) => ({ one, leg, index })))
    .filter(({ leg }) => (name ?? leg.instrument) === leg.instrument)
    .filter(({ leg }) => isOf(family, params, asRow(leg)))
  return {
    rows: rows.slice(offset, offset + limit).map(({ one, leg, index }) => rowOf(one, leg, index)),
    hasMore: rows.length > offset + limit,
  }
}

/** Includes contracts that are no longer listed: their names identify the family. */
const asRow = ({ instrument }: ShownLeg) => ({
  instrument_id: instrument,
  base_currency: instrument.split('-')[0] as Coin,
  quote_currency: 'USD' as const,
})

const partyOf = ({ role, userId, counterparty }: Pick<PostedSide, 'role' | 'userId' | 'counterparty'>, party: PostedSide['role']): string =>
  role === party ? userId : counterparty

function rowOf({ side, status, block }: ShownSide, leg: ShownLeg, index: number): object {
  const indexPrice = block?.indices[leg.instrument]
  return {
    block_order_id: `${side.userId}${side.postedAt}`,
    order_id: `${side.userId}${side.postedAt}${index}`,
    label: side.label,
    bt_source: side.source,
    user_id: side.userId,
    counterparty: side.counterparty,
    role: side.role,
    status,
    created_at: side.postedAt,
    updated_at: block?.at ?? side.postedAt,
    instrument_id: leg.instrument,
    side: leg.side,
    price: leg.price.toFixed(8),
    qty: leg.qty.toFixed(8),
    fee: leg.fee ?? (indexPrice === undefined ? 0 : feeOf(leg, side.role, indexPrice)).toFixed(8),
    ...(block === undefined || indexPrice === undefined
      ? {}
      : { trade_id: String(block.number * 100 + index), index_price: indexPrice.toFixed(8), sigma: '' }),
  }
}

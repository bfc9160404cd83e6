import { selectMarket, selectRfq } from '../../app/screen-state.ts'
import type { UnifiedRow } from './unified-rows.ts'

/** Into the ticket of its flow. */
export const selectRow = (row: UnifiedRow): void => (row.flow === 'DIRECT' ? selectRfq(row.direct.id) : selectMarket(row.market.market.id))

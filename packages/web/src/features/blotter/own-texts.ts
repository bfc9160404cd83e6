/** Columns hidden by default in the table of open orders. */
import type { AnyOrder } from '@parley/client'
import type { Column } from '../../components/table-column.ts'
import { inFile, instrumentNames } from './export-columns.ts'
import { idOfRfq, legsOfOrder } from './order-texts.ts'
import { ordersOf, type OwnRow } from './own-quotes.ts'

const ofRow = (row: OwnRow, of: (order: AnyOrder) => string): string => [...new Set(ordersOf(row).map(of))].join(' ')

/** For pairs of a bid and an ask, the bid first. */
export const ownTexts: readonly Column<OwnRow>[] = [
  inFile({ id: 'order-ids', heading: 'Order ids', text: (row) => ofRow(row, ({ id }) => id) }),
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: (row) => ofRow(row, idOfRfq) }),
  inFile({ id: 'instruments', heading: 'Instruments (when bought)', width: 280, text: (row) => ofRow(row, instrumentNames) }),
  inFile({ id: 'legs', heading: 'Leg prices', width: 280, text: (row) => ofRow(row, legsOfOrder) }),
]

/** Columns hidden by default in the tables of the desk's own orders. */
import type { AnyOrder } from '@parley/client'
import type { Column } from '../../components/table-column.ts'
import { inFile, instrumentNames } from './export-columns.ts'

/** In the same format as the desk's trades, with the sides of the order. */
const instrumentsOfOrder = ({ side, legs }: AnyOrder): string =>
  instrumentNames({ legs: side === 'BUY' ? legs : legs?.map((leg) => ({ ...leg, side: leg.side === 'BUY' ? 'SELL' : 'BUY' })) })

export const idOfRfq = ({ rfqNumber, rfqId }: AnyOrder): string => String(rfqNumber ?? rfqId)
/** A cross has no leg prices. */
export const legsOfOrder = ({ legPrices = [] }: AnyOrder): string =>
  legPrices.map(({ instrumentName, price }) => `${instrumentName} ${price}`).join(' ')

export const orderTexts: readonly Column<AnyOrder>[] = [
  inFile({ id: 'order-id', heading: 'Order id', text: (row) => row.id }),
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: idOfRfq }),
  inFile({ id: 'instruments', heading: 'Instruments', width: 280, text: instrumentsOfOrder }),
  inFile({ id: 'legs', heading: 'Leg prices', width: 280, text: legsOfOrder }),
]

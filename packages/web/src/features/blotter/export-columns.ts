/** Columns that begin hidden: what a file has beside what the screen shows. Shown or not, they are exported. */
import type { Order, OrderLeg, Rfq, TapeTrade } from '@parley/client'
import type { Column } from '../../components/table-column.ts'
import { dollarValue } from '../trade/dollar-value.ts'
import { ordersOf, type OwnRow } from './own-quotes.ts'
import { kindOf } from './trade-words.ts'
import { ivText } from '../trade/trade-iv.ts'

type Textual<Row> = Pick<Column<Row>, 'id' | 'heading' | 'text'> & { readonly width?: number }

const inFile = <Row>({ width = 160, ...column }: Textual<Row>): Column<Row> => ({
  ...column,
  width,
  startsHidden: true,
  isExported: true,
  cell: column.text,
})

const instrumentNames = ({ legs = [] }: { readonly legs: readonly OrderLeg[] | undefined }): string =>
  legs.map(({ side, ratio, instrumentName }) => `${side === 'BUY' ? '+' : '-'}${ratio} ${instrumentName}`).join(' ')

/** As the desk's own trades have them: on the sides that the order itself does. */
const instrumentsOfOrder = ({ side, legs }: Order): string =>
  instrumentNames({ legs: side === 'BUY' ? legs : legs?.map((leg) => ({ ...leg, side: leg.side === 'BUY' ? 'SELL' : 'BUY' })) })

export const rfqTexts: readonly Column<Rfq>[] = [
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: (row) => row.id }),
  inFile({ id: 'instruments', heading: 'Instruments', text: instrumentNames, width: 280 }),
]

const idOfRfq = ({ rfqNumber, rfqId }: Order): string => String(rfqNumber ?? rfqId)
/** A cross has no prices of its legs. */
const legsOfOrder = ({ legPrices = [] }: Order): string =>
  legPrices.map(({ instrumentName, price }) => `${instrumentName} ${price}`).join(' ')

export const orderTexts: readonly Column<Order>[] = [
  inFile({ id: 'order-id', heading: 'Order id', text: (row) => row.id }),
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: idOfRfq }),
  inFile({ id: 'instruments', heading: 'Instruments', width: 280, text: instrumentsOfOrder }),
  inFile({ id: 'legs', heading: 'Leg prices', width: 280, text: legsOfOrder }),
]

const ofRow = (row: OwnRow, of: (order: Order) => string): string => [...new Set(ordersOf(row).map(of))].join(' ')

/** Of pairs of a bid and an ask, the bid first. */
export const ownTexts: readonly Column<OwnRow>[] = [
  inFile({ id: 'order-ids', heading: 'Order ids', text: (row) => ofRow(row, ({ id }) => id) }),
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: (row) => ofRow(row, idOfRfq) }),
  inFile({ id: 'instruments', heading: 'Instruments when bought', width: 280, text: (row) => ofRow(row, instrumentNames) }),
  inFile({ id: 'legs', heading: 'Leg prices', width: 280, text: (row) => ofRow(row, legsOfOrder) }),
]

/** Of trades; the tape shows some of it on the screen. */
export const tradeTexts = <Row extends TapeTrade>(): readonly Column<Row>[] => [
  inFile<Row>({ id: 'trade-id', heading: 'Trade id', text: (row) => row.id }),
  inFile<Row>({ id: 'rfq-id', heading: 'RFQ id', text: (row) => row.rfqId }),
  inFile<Row>({ id: 'instruments', heading: 'Instruments', text: instrumentNames, width: 280 }),
  inFile<Row>({ id: 'leg-prices', heading: 'Leg prices', text: ({ legs }) => legs.map(({ price }) => price).join(' ') }),
]

/** Of trades whose table does not show them. */
export const figureTexts = <Row extends TapeTrade>(): readonly Column<Row>[] => [
  inFile<Row>({ id: 'iv', heading: 'IV', text: (row) => ivText(row) ?? '' }),
  inFile<Row>({ id: 'index-then', heading: 'Index then', text: (row) => row.indexPrice ?? '' }),
  inFile<Row>({ id: 'value-usd', heading: 'Value USD', text: (row) => dollarValue({ ...row, kind: kindOf(row) })?.toFixed(2) ?? '' }),
]

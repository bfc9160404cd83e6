/** Columns that are hidden by default and contain extra data for files. They are exported whether shown or not. */
import type { AnyTapeTrade, OrderLeg, Rfq } from '@parley/client'
import type { Column } from '../../components/table-column.ts'
import { dollarValue } from '../trade/dollar-value.ts'
import { kindOf } from './trade-labels.ts'
import { ivText } from '../trade/trade-iv.ts'

type Textual<Row> = Pick<Column<Row>, 'id' | 'heading' | 'text'> & { readonly width?: number }

export const inFile = <Row>({ width = 160, ...column }: Textual<Row>): Column<Row> => ({
  ...column,
  width,
  startsHidden: true,
  isExported: true,
  cell: column.text,
})

export const instrumentNames = ({ legs = [] }: { readonly legs: readonly OrderLeg[] | undefined }): string =>
  legs.map(({ side, ratio, instrumentName }) => `${side === 'BUY' ? '+' : '-'}${ratio} ${instrumentName}`).join(' ')

export const rfqTexts: readonly Column<Rfq>[] = [
  inFile({ id: 'rfq-id', heading: 'RFQ id', text: (row) => row.id }),
  inFile({ id: 'instruments', heading: 'Instruments', text: instrumentNames, width: 280 }),
]

/** For trades. The tape shows some of these on the screen. */
export const tradeTexts = <Row extends AnyTapeTrade>(): readonly Column<Row>[] => [
  inFile<Row>({ id: 'trade-id', heading: 'Trade id', text: (row) => row.id }),
  inFile<Row>({ id: 'rfq-id', heading: 'RFQ id', text: (row) => row.rfqId }),
  inFile<Row>({ id: 'instruments', heading: 'Instruments', text: instrumentNames, width: 280 }),
  inFile<Row>({ id: 'leg-prices', heading: 'Leg prices', text: ({ legs }) => legs.map(({ price }) => price).join(' ') }),
]

/** For trades whose table does not show these figures. A rejected trade has none, so that a sum in a spreadsheet does not count it. */
export const figureTexts = <Row extends AnyTapeTrade>(): readonly Column<Row>[] => {
  const figure = (id: string, heading: string, of: (row: Row) => string | undefined) =>
    inFile<Row>({ id, heading, text: (row) => ('state' in row && row.state === 'REJECTED' ? '' : (of(row) ?? '')) })
  return [
    figure('iv', 'IV', ivText),
    figure('index-then', 'Index at trade', ({ indexPrice }) => indexPrice),
    figure('value-usd', 'Value USD', (row) => dollarValue({ ...row, kind: kindOf(row) })?.toFixed(2)),
  ]
}

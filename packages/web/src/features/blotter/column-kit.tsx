/** The looks that the columns of trading lists have in common. A list brings its data. */
import type { Side as OrderSide } from '@parley/client'
import { formatPrice, formatQuantity, type Price, type Quantity, quantityText } from '@parley/core'
import type { ReactNode } from 'react'
import { StatusBadge, type Tone, VenueBadge } from '../../components/Badge.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { momentText } from '../../components/time-text.ts'
import { serverNow } from '../../live/connection.ts'
import { classNames } from '../../theme/class-names.ts'
import { Side } from './cells.tsx'
import cells from './cells.module.css'

type More<Row> = Partial<Column<Row>>
type TextOf<Row> = (row: Row) => string

/** Text that is less important than the other cells. */
export const mutedColumn = <Row,>(id: string, heading: string, width: number, of: TextOf<Row>, more: More<Row> = {}): Column<Row> =>
  textColumn(id, heading, width, of, { cell: (row) => <span className={cells['muted']}>{of(row)}</span>, ...more })

/** A name. `text` is what a copy or a file has, if it is longer than on the screen. */
export const strongColumn = <Row,>(id: string, heading: string, width: number, of: TextOf<Row>, more: More<Row> = {}): Column<Row> =>
  textColumn(id, heading, width, of, { cell: (row) => <b className={cells['strong']}>{of(row)}</b>, ...more })

/** A name whose first part is bold: a coin, and what of it. */
export const namedColumn = <Row,>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => readonly [strong: string, rest: string],
  { look = 'plain', ...more }: More<Row> & { readonly look?: 'plain' | 'muted' } = {},
): Column<Row> =>
  textColumn(id, heading, width, (row) => of(row).join(' '), {
    grows: 1,
    cell: (row) => (
      <span>
        <b className={cells['strong']}>{of(row)[0]}</b> <span className={look === 'muted' ? cells['muted'] : undefined}>{of(row)[1]}</span>
      </span>
    ),
    ...more,
  })

/** A time without its age. */
export const momentColumn = <Row,>(
  id: string,
  heading: string,
  width: number,
  at: (row: Row) => number,
  more: More<Row> = {},
): Column<Row> => ({
  ...{ id, heading, width, isClock: true, ...momentInFile(heading, at), sortBy: at },
  cell: (row) => <span className={cells['muted']}>{momentText(at(row), serverNow())}</span>,
  ...more,
})

/** A number that is less important than the other cells. */
export const mutedNumber = <Row,>(id: string, heading: string, width: number, of: TextOf<Row>, more: More<Row> = {}): Column<Row> =>
  numberColumn(id, heading, width, of, { cell: (row) => <span className={cells['muted']}>{of(row)}</span>, ...more })

/** A number that may be unknown: a dash on the screen, and empty in a copy or a file. */
export const figureColumn = <Row,>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string | undefined,
  more: More<Row> = {},
): Column<Row> => numberColumn(id, heading, width, (row) => of(row) ?? '', { cell: (row) => of(row) ?? '—', ...more })

type Value<Row, Of> = (row: Row) => Of | undefined

/** A price as the screen shows it. It is exact in a copy or a file, and sorted by its value. */
export const exactPrice = <Row,>(id: string, heading: string, width: number, of: Value<Row, Price>, shown: TextOf<Row>): Column<Row> =>
  numberColumn(id, heading, width, shown, {
    text: (row) => {
      const price = of(row)
      return price === undefined ? '' : formatPrice(price)
    },
    sortBy: of,
  })

/** The same for an amount. */
export const exactAmount = <Row,>(id: string, heading: string, width: number, of: (row: Row) => Quantity): Column<Row> =>
  numberColumn(id, heading, width, (row) => quantityText(formatQuantity(of(row))), { text: (row) => formatQuantity(of(row)), sortBy: of })

/** Lines of text in one cell, which do not wrap. */
export const Lines = ({ of, className }: { readonly of: readonly string[]; readonly className?: string | undefined }) => (
  <span className={classNames(cells['lines'], className)}>
    {of.map((text) => (
      <span key={text} className={cells['line']}>
        {text}
      </span>
    ))}
  </span>
)

/** Several things that belong to a row, such as its legs. */
export const linesColumn = <Row,>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => readonly string[],
  more: More<Row> = {},
): Column<Row> =>
  textColumn(id, heading, width, (row) => of(row).join(' · '), {
    cell: (row) => <Lines of={of(row)} className={cells['muted']} />,
    ...more,
  })

/** The reason why something failed. Some venues send theirs as one long word. */
export const failureColumn = <Row,>(id: string, heading: string, width: number, of: TextOf<Row>, more: More<Row> = {}): Column<Row> =>
  textColumn(id, heading, width, of, {
    cell: (row) => <span className={classNames(cells['danger'], cells['lines'], cells['words'])}>{of(row)}</span>,
    ...more,
  })

export const venueColumn = <Row,>(width: number, of: TextOf<Row>, more: More<Row> = {}): Column<Row> =>
  textColumn('venue', 'Venue', width, of, { cell: (row) => <VenueBadge venue={of(row)} />, ...more })

export const orderSideColumn = <Row,>(width: number, of: (row: Row) => OrderSide): Column<Row> =>
  textColumn('side', 'Side', width, (row) => (of(row) === 'BUY' ? 'Buy' : 'Sell'), { cell: (row) => <Side side={of(row)} /> })

/** In a narrow space, these columns are dropped first, in this order. */
export const dropping = <Row,>(columns: readonly Column<Row>[], first: readonly string[]): readonly Column<Row>[] =>
  columns.map((column) => {
    const at = first.indexOf(column.id)
    return at === -1 ? column : { ...column, dropsAt: first.length - at }
  })

/** `PO RO`: short marks of an order. */
export const flagsText = (...flags: readonly (string | false)[]): string => flags.filter(Boolean).join(' ')

type Badge = { readonly text: string; readonly tone: Tone; readonly title?: string | undefined }

/** The state of a row, with its reason as a tooltip. */
export const stateColumn = <Row,>(width: number, of: (row: Row) => Badge, more: More<Row> = {}): Column<Row> =>
  textColumn('state', 'State', width, (row) => of(row).text, {
    cell: (row) => (
      <span title={of(row).title}>
        <StatusBadge tone={of(row).tone}>{of(row).text}</StatusBadge>
      </span>
    ),
    ...more,
  })

/** Buttons of a row, which do not select it. */
export const RowButtons = ({ children }: { readonly children: ReactNode }) => (
  <span className={cells['buttons']} onClick={(event) => event.stopPropagation()}>
    {children}
  </span>
)

/** Their heading is for screen readers. */
export const buttonsColumn = <Row,>(heading: string, width: number, cell: (row: Row) => ReactNode, more: More<Row> = {}): Column<Row> =>
  textColumn('acts', heading, width, () => '', {
    ...{ isHeadingHidden: true, isExported: false, ...more },
    cell: (row) => <RowButtons>{cell(row)}</RowButtons>,
  })

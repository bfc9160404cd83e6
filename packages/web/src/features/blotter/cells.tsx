/** Columns that several tabs share. */
import { numberColumn } from '../../components/number-column.ts'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import { ageText, momentText } from '../../components/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import styles from './cells.module.css'
import type { AnyTapeTrade, TradingFlow } from '@parley/client'
import { priceText, quantityText, strategyName, structureText } from '@parley/core'
import { flowLook } from '../../live/audiences.ts'
import { classNames } from '../../theme/class-names.ts'
import { sizeText } from '../../components/figure-text.ts'
import { placesInCell } from '../structure/places-in-cell.ts'
import { tradeLegs } from './trade-labels.ts'

const SIZE_ROOM = 9

type Leg = { readonly instrumentName: string; readonly ratio: string; readonly side: 'BUY' | 'SELL'; readonly price?: string | undefined }

export const Moment = ({ at }: { readonly at: number }) => {
  const now = useNow(1_000)
  return <Time at={at} text={() => momentText(at, now)} after={`· ${ageText(now - at)} ago`} className={styles['muted']} />
}

export const Age = ({ at }: { readonly at: number }) => <span className={styles['muted']}>{ageText(useNow(1_000) - at)}</span>

export const timeColumn = <Row,>(heading: string, at: (row: Row) => number, width = 128): Column<Row> => ({
  id: 'time',
  heading,
  width,
  fits: true,
  isClock: true,
  cell: (row) => <Moment at={at(row)} />,
  ...momentInFile(heading, at),
  sortBy: at,
})

export const placeColumns = <
  Row extends { readonly venue: string; readonly baseCurrency: string | undefined },
>(): readonly Column<Row>[] => [
  {
    id: 'venue',
    heading: 'Venue',
    width: 62,
    dropsAt: 2,
    fits: true,
    cell: (row) => <VenueBadge venue={row.venue} />,
    text: (row) => row.venue,
  },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 54,
    fits: true,
    cell: (row) => <b className={styles['strong']}>{row.baseCurrency}</b>,
    text: (row) => row.baseCurrency ?? '',
  },
]

export const flowColumn = <Row extends { readonly audience: TradingFlow }>(): Column<Row> => ({
  id: 'flow',
  heading: 'Flow',
  width: 80,
  dropsAt: 1,
  fits: true,
  cell: (row) => <span className={styles['muted']}>{flowLook[row.audience].name}</span>,
  text: (row) => flowLook[row.audience].name,
})

/** Characters per line of a structure. The tape's column is the narrowest, at 192 pixels. */
const LINE_CHARACTERS = 26

type Structured = { readonly strategyCode: string; readonly legs: readonly Leg[] }

const nameAndPlaces = <Row extends Structured>(legsOf: (row: Row) => readonly Leg[]): readonly Column<Row>[] => {
  const name = (row: Row) => strategyName({ strategyCode: row.strategyCode, legs: legsOf(row) })
  const places = (row: Row) => structureText(legsOf(row))
  return [
    {
      id: 'strategy',
      heading: 'Strategy',
      width: 150,
      cell: (row) => <b className={classNames(styles['strong'], styles['lines'])}>{name(row)}</b>,
      text: name,
    },
    {
      id: 'structure',
      heading: 'Structure',
      width: 190,
      grows: 1,
      cell: (row) => (
        <span className={classNames(styles['muted'], styles['lines'])} title={row.legs.map((leg) => leg.instrumentName).join('\n')}>
          {placesInCell(places(row), LINE_CHARACTERS)}
        </span>
      ),
      text: places,
    },
  ]
}

export const rfqColumns = <Row extends Structured>(): readonly Column<Row>[] => nameAndPlaces((row) => row.legs)
export const tradeColumns = <Row extends AnyTapeTrade>(): readonly Column<Row>[] => nameAndPlaces(tradeLegs)

/** A trade on the spreads tape has no side. */
type SideShown = 'BUY' | 'SELL' | undefined
const sideNames = { BUY: 'Buy', SELL: 'Sell' } as const

export const Side = ({ side }: { readonly side: SideShown }) =>
  side === undefined ? null : <span className={side === 'BUY' ? styles['bid'] : styles['ask']}>{sideNames[side]}</span>

export const sideColumn = <Row extends { readonly side: SideShown }>(): Column<Row> => ({
  id: 'side',
  heading: 'Side',
  width: 62,
  fits: true,
  cell: (row) => <Side side={row.side} />,
  text: ({ side }) => (side === undefined ? '' : sideNames[side]),
})

const WIDTH = 96

export const quantityColumn = <Row,>(id: string, heading: string, of: (row: Row) => string): Column<Row> =>
  numberColumn(id, heading, WIDTH, of, {
    fits: true,
    cell: (row) => <span title={quantityText(of(row))}>{sizeText(of(row), SIZE_ROOM)}</span>,
    sortBy: (row) => Number(of(row)),
  })

export const priceColumn = <Row,>(
  id: string,
  heading: string,
  of: (row: Row) => string | undefined,
  decimals: (row: Row) => number,
  look: 'strong' | 'muted' = 'strong',
): Column<Row> => {
  const shown = (row: Row) => {
    const text = of(row)
    return text === undefined ? '' : priceText(text, decimals(row))
  }
  return numberColumn(id, heading, WIDTH, shown, {
    fits: true,
    cell: (row) => <span className={styles[look]}>{shown(row) || '—'}</span>,
    sortBy: (row) => {
      const text = of(row)
      return text === undefined ? undefined : Number(text)
    },
  })
}

export const textColumn = <Row,>(id: string, heading: string, width: number, of: (row: Row) => string): Column<Row> => ({
  id,
  heading,
  width,
  dropsAt: 5,
  cell: (row) => <span className={styles['muted']}>{of(row)}</span>,
  text: of,
})

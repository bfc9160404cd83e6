import { type BookLevel, isResting, type Order } from '@parley/client'
import { priceDecimals, priceText, quantityText, RANKING } from '@parley/core'
import { useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ageText } from '../../../components/time-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useBook, useNow, useRfqOrders } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import { signedText, sizeText } from '../../../components/figure-text.ts'
import { quotedSides } from '../../structure/one-sided.ts'
import { useVolVersusMark } from '../use-vol-versus-mark.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { answeredText, inHeldOrder, type MakerLine, makerLines, quietMakers, quotedAt, type QuietMaker } from './maker-grid.ts'
import styles from './MakerGrid.module.css'
import type { Picked } from './picked.ts'
import { useAnswers } from './use-answers.ts'
import { fetched } from '../../../components/fetched.tsx'

const VenueRow = fetched(() => import('./VenueRow.tsx').then((part) => part.VenueRow))

type MakerGridProps = { readonly rfq: DirectRfq; readonly onPick: (picked: Picked) => void }

/**
 * One row for each maker that was asked, with both sides. A click on a price copies it to the entry, and a click on a name shows all of that
 * maker's prices.
 */
export function MakerGrid({ rfq, onPick }: MakerGridProps) {
  const book = useBook(rfq.id)
  const now = useNow(1_000)
  const quoted = makerLines(book)
  const answers = useAnswers(rfq, quoted)
  const quiet = quietMakers(rfq, quoted, { now, answers })
  const { shown, hold } = useHeldOrder(quoted)
  const hasVol = rfq.kind !== 'FUTURE'
  const row = (line: MakerLine) => <Maker key={line.maker} {...{ line, rfq, hasVol, onPick, now }} answeredAt={answers.get(line.maker)} />
  return (
    <>
      <table className={classNames(styles['grid'], !hasVol && styles['futures'])} aria-label="Quotes by maker" {...hold}>
        <thead>
          <tr>
            <th scope="col">Maker</th>
            <th scope="col">Size</th>
            <th scope="col">Bid</th>
            <th scope="col">Ask</th>
            <th scope="col">Size</th>
            {hasVol && (
              <th scope="col" title="Distance of the bid and ask from the mark, in vol points">
                vol vs mark
              </th>
            )}
            <th scope="col">Age</th>
          </tr>
        </thead>
        <tbody>{shown.map(row)}</tbody>
        {rfq.alsoAsksVenue === true && <VenueRow rfq={rfq} columns={hasVol ? 7 : 6} />}
        <Own rfq={rfq} now={now} columns={hasVol ? 4 : 3} onPick={onPick} />
      </table>
      <Quiet makers={quiet} />
    </>
  )
}

/** Rows keep their position while the pointer or the focus is among them. */
function useHeldOrder(lines: readonly MakerLine[]) {
  const [isHeld, setIsHeld] = useState(false)
  const order = useRef<readonly string[]>([])
  const shown = isHeld ? inHeldOrder(lines, order.current) : lines
  order.current = shown.map(({ maker }) => maker)
  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return { shown, hold: { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release } }
}

type MakerProps = MakerGridProps & { readonly line: MakerLine; readonly hasVol: boolean; readonly now: number }

function Maker({ line, answeredAt, ...props }: MakerProps & { readonly answeredAt: number | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const { maker, isNamed, bids, asks } = line
  const more = Math.max(bids.length, asks.length) - 1
  const name = isNamed ? maker : 'Anonymous'
  const deeper = isOpen ? Array.from({ length: more }, (_, place) => place + 1) : []
  return (
    <>
      <tr>
        <th scope="row" title={answeredAt === undefined ? undefined : answeredText(props.rfq.createdAt, answeredAt)}>
          {more <= 0 ? (
            name
          ) : (
            <button
              type="button"
              className={styles['name']}
              aria-expanded={isOpen}
              title={`${more + 1} prices. Click to show them`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {name} <small>+{more}</small>
            </button>
          )}
        </th>
        <Sides {...props} bid={bids[0]} ask={asks[0]} />
      </tr>
      {deeper.map((place) => (
        <tr key={place} className={styles['deeper']}>
          <th scope="row">
            <span className="visually-hidden">{name}</span>
          </th>
          <Sides {...props} bid={bids[place]} ask={asks[place]} />
        </tr>
      ))}
    </>
  )
}

type SidesProps = Omit<MakerProps, 'line'> & { readonly bid: BookLevel | undefined; readonly ask: BookLevel | undefined }

function Sides({ rfq, hasVol, now, onPick, bid, ask }: SidesProps) {
  const volOf = useVolVersusMark(rfq)
  const vol = (level: BookLevel | undefined) => {
    const points = level === undefined ? undefined : volOf(level.price)
    return points === undefined ? '—' : signedText(points, 1)
  }
  const levels = [bid, ask].filter((level) => level !== undefined)
  return (
    <>
      <Size level={bid} hasVol={hasVol} />
      <Price level={bid} rfq={rfq} onPick={onPick} side="BUY" />
      <Price level={ask} rfq={rfq} onPick={onPick} side="SELL" />
      <Size level={ask} hasVol={hasVol} />
      {hasVol && (
        <td className={classNames(styles['faint'], ink.market)}>
          {[bid, ask]
            .filter((_, place) => quotedSides(rfq).includes(place === 0 ? 'BUY' : 'SELL'))
            .map(vol)
            .join(' / ')}
        </td>
      )}
      <td className={styles['faint']}>{ageText(now - quotedAt({ bids: levels, asks: [] }))}</td>
    </>
  )
}

/** The characters that fit next to two prices, or next to a distance in vol as well. */
const sizeRoom = (hasVol: boolean): number => (hasVol ? 5 : 7)
const Size = ({ level, hasVol }: { readonly level: BookLevel | undefined; readonly hasVol: boolean }) => (
  <td title={level && quantityText(level.quantity)}>{level !== undefined && sizeText(level.quantity, sizeRoom(hasVol))}</td>
)

type PriceProps = MakerGridProps & { readonly level: BookLevel | undefined; readonly side: 'BUY' | 'SELL' }

const words = { BUY: 'Bid', SELL: 'Ask' } as const

/** The best price of each side has a box. */
function Price({ level, side, rfq, onPick }: PriceProps) {
  const own = side === 'BUY' ? styles['bid'] : styles['ask']
  if (level === undefined) return <td className={own}>{quotedSides(rfq).includes(side) && '—'}</td>
  const { price, quantity, rank } = level
  return (
    <td className={own}>
      <button
        type="button"
        className={classNames(styles['price'], ink.market, rank === 1 && styles['best'])}
        aria-label={`${words[side]} ${price} for ${quantity} by ${level.deskName ?? 'an anonymous desk'}`}
        title={rank === undefined ? undefined : `Rank ${rank}: ${RANKING}`}
        onClick={() => onPick({ side, price, quantity })}
      >
        {priceText(price, priceDecimals(rfq))}
      </button>
    </td>
  )
}

type OwnProps = MakerGridProps & { readonly now: number; readonly columns: number }

/** Below a ladder, which has no rows for them. */
export const OwnLimits = ({ rfq, onPick }: MakerGridProps) => (
  <table className={styles['grid']} aria-label="Your limits">
    <Own rfq={rfq} now={useNow(1_000)} columns={4} onPick={onPick} />
  </table>
)

/** The taker's own limits. Makers see them, except the hidden ones. */
function Own({ rfq, now, columns, onPick }: OwnProps) {
  const orders = useRfqOrders(rfq.id).filter(isResting)
  if (orders.length === 0) return null
  return (
    <tbody aria-label="Your resting orders">
      {orders.map((order) => (
        <OwnLimit key={order.id} {...{ order, rfq, now, columns, onPick }} />
      ))}
    </tbody>
  )
}

function OwnLimit({ order, rfq, now, columns, onPick }: OwnProps & { readonly order: Order }) {
  const { side, price, resting } = order
  const shown = priceText(price, priceDecimals(rfq))
  const word = side === 'BUY' ? 'buy' : 'sell'
  const seen = order.isHidden ? 'Visible to your desk only' : 'Visible to the makers you asked'
  const kind = (
    <span className={styles['faint']} title={seen}>
      {`${order.isHidden ? 'hidden' : 'limit'} · ${ageText(now - (order.updatedAt ?? order.createdAt))}`}
    </span>
  )
  const presses = (
    <>
      <Button
        size="small"
        aria-label={`Replace your ${word} limit ${shown}`}
        title="Copies it to the order form. Sending another price or size replaces it"
        onClick={() => onPick({ side, price, quantity: resting, replaces: order })}
      >
        Replace
      </Button>
      <CancelOrder order={order} word="Cancel" label={`Cancel your ${word} limit ${shown}`} />
    </>
  )
  return (
    <tr className={styles['own']}>
      <th scope="row">You</th>
      {side === 'BUY' ? (
        <>
          <td title={quantityText(resting)}>{sizeText(resting, sizeRoom(rfq.kind !== 'FUTURE'))}</td>
          <td className={classNames(styles['bid'], ink.own)}>{shown}</td>
          <td colSpan={columns} className={styles['presses']}>
            <span>
              {kind}
              {presses}
            </span>
          </td>
        </>
      ) : (
        <>
          <td colSpan={2} className={styles['kind']}>
            {kind}
          </td>
          <td className={classNames(styles['ask'], ink.own)}>{shown}</td>
          <td title={quantityText(resting)}>{sizeText(resting, sizeRoom(rfq.kind !== 'FUTURE'))}</td>
          <td colSpan={columns - 2} className={styles['presses']}>
            <span>{presses}</span>
          </td>
        </>
      )}
    </tr>
  )
}

/** Greyed out, so that it is clear which makers have no quote. */
function Quiet({ makers }: { readonly makers: readonly QuietMaker[] }) {
  if (makers.length === 0) return null
  return (
    <ul className={styles['quiet']} aria-label="Makers without a quote">
      {makers.map(({ maker, words: said }) => (
        <li key={maker} title={`${maker} ${said}`}>
          <b>{maker}</b> <span>{said}</span>
        </li>
      ))}
    </ul>
  )
}

/** The venue's own makers, as one more row of the ladder. The first click on a price asks, and the second takes the whole quantity at the venue. */
import { compareDecimals, crossVenueQuotes, type Side } from '@parley/client'
import type { VenueQuotesView } from '@parley/contracts'
import { priceDecimals, priceText, quantityText, venueMakersOf, venues, type VenueCode } from '@parley/core'
import { useEffect, useState } from 'react'
import { ageText } from '../../../components/time-text.ts'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { subscribeDirect } from '../../../live/connection.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { useOneClickOf } from '../../../live/one-click.ts'
import { useBook, useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import { signedText, sizeText } from '../../../components/figure-text.ts'
import { quotedSides } from '../../structure/one-sided.ts'
import { useVolVersusMark } from '../use-vol-versus-mark.ts'
import { Kbd } from '../../../components/Kbd.tsx'
import styles from './MakerGrid.module.css'
import { useArm } from '../../order-entry/use-arm.ts'
import { betterSides, venueLevel, venueText } from './venue-row.ts'

type VenueRowProps = { readonly rfq: DirectRfq; readonly columns: number }

export function VenueRow({ rfq, columns }: VenueRowProps) {
  const quotes = useVenueQuotes(rfq)
  const book = useBook(rfq.id)
  const now = useNow(1_000)
  const volOf = useVolVersusMark(rfq)
  const cross = useCross(rfq, quotes)
  if (quotes === undefined) return <Coming rfq={rfq} columns={columns} />
  const [bid, ask] = [venueLevel(quotes, 'BUY'), venueLevel(quotes, 'SELL')]
  const better = betterSides(quotes, book)
  const words = venueText(quotes, now, nameOf(rfq))
  const vol = (price: string | undefined) => {
    const points = price === undefined ? undefined : volOf(price)
    return points === undefined ? '—' : signedText(points, 1)
  }
  const size = (quantity: string | undefined) => (
    <td title={quantity && quantityText(quantity)}>{quantity !== undefined && sizeText(quantity, 5)}</td>
  )
  const price = (side: Side) => <VenuePrice {...{ side, rfq, quotes, cross }} isBetter={better.includes(side)} />
  const newest = Math.max(...[...quotes.bids, ...quotes.asks].map(({ updated_at: at }) => at))
  return (
    <tbody data-better={better.map((side) => (side === 'BUY' ? 'bid' : 'ask')).join(' ')} aria-label={`${nameOf(rfq)}’s own makers`}>
      <tr>
        <th scope="row" title={`${nameOf(rfq)}’s own makers, asked through its Block RFQ. All or none.`}>
          {quotes.desk_name}
        </th>
        {words !== undefined ? (
          <td colSpan={columns - 1} className={styles['said']}>
            {words}
          </td>
        ) : (
          <>
            {size(bid?.quantity)}
            {price('BUY')}
            {price('SELL')}
            {size(ask?.quantity)}
            {columns === 7 && (
              <td className={classNames(styles['faint'], ink.market)}>
                {quotedSides(rfq)
                  .map((side) => vol((side === 'BUY' ? bid : ask)?.price))
                  .join(' / ')}
              </td>
            )}
            <td className={styles['faint']}>{Number.isFinite(newest) && ageText(now - newest)}</td>
          </>
        )}
      </tr>
      {cross.armed !== undefined && (
        <tr className={styles['armedRow']}>
          <td colSpan={columns} role="status">
            {cross.armed} <b>Armed</b>: click the price again · <Kbd of="back" />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Shown until the server has reported the state of the venue. */
const Coming = ({ rfq, columns }: VenueRowProps) => (
  <tbody data-better="">
    <tr>
      <th scope="row">{venueMakersOf(rfq.venue as VenueCode)}</th>
      <td colSpan={columns - 1} className={styles['said']}>{`Asking ${nameOf(rfq)}…`}</td>
    </tr>
  </tbody>
)

const nameOf = ({ venue }: Pick<DirectRfq, 'venue'>): string => venues[venue as VenueCode].name

type Cross = ReturnType<typeof useCross>
type VenuePriceProps = {
  /** The prices of the venue's makers. */
  readonly side: Side
  readonly rfq: DirectRfq
  readonly quotes: VenueQuotesView
  readonly cross: Cross
  readonly isBetter: boolean
}

/** A price for less than the whole quantity is shown and cannot be clicked. */
function VenuePrice({ side, rfq, quotes, cross, isBetter }: VenuePriceProps) {
  const level = venueLevel(quotes, side)
  const own = side === 'BUY' ? styles['bid'] : styles['ask']
  if (level === undefined) return <td className={own}>{quotedSides(rfq).includes(side) && '—'}</td>
  const shown = priceText(level.price, priceDecimals(rfq))
  if (!level.isWhole || quotes.state !== 'QUOTED')
    return (
      <td className={classNames(own, ink.market)} title={level.isWhole ? undefined : 'Not the full quantity, so it cannot be traded'}>
        {shown}
      </td>
    )
  return (
    <td className={own}>
      <button
        type="button"
        className={classNames(styles['price'], ink.market, isBetter && styles['best'])}
        aria-label={`${cross.isArmed(side === 'BUY' ? 'SELL' : 'BUY') ? 'Again: ' : ''}${side === 'BUY' ? 'Bid' : 'Ask'} ${level.price} for ${level.quantity} by ${quotes.desk_name}`}
        aria-busy={cross.isBusy}
        onClick={() => cross.press(side === 'BUY' ? 'SELL' : 'BUY', level)}
      >
        {shown}
      </button>
    </td>
  )
}

function useVenueQuotes({ id }: Pick<DirectRfq, 'id'>): VenueQuotesView | undefined {
  const [quotes, setQuotes] = useState<VenueQuotesView>()
  useEffect(() => {
    const subscription = subscribeDirect<VenueQuotesView>(`venue_quotes.${id}`, setQuotes)
    return () => subscription?.unsubscribe()
  }, [id])
  return quotes
}

/** Two clicks, or one with 1-click. A worse price asks again. */
function useCross(rfq: DirectRfq, quotes: VenueQuotesView | undefined) {
  const arm = useArm()
  const isOneClick = useOneClickOf('DIRECT')
  const [isBusy, setIsBusy] = useState(false)
  const decimals = priceDecimals(rfq)
  const wordsFor = (side: Side, price: string, quantity: string): string =>
    `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantityText(quantity)} @ ${priceText(price, decimals)}`
  const take = async (side: Side, price: string, quantity: string): Promise<void> => {
    const title = wordsFor(side, price, quantity)
    const key = `order-${rfq.id}`
    setIsBusy(true)
    settleToast(key)
    try {
      await send(crossVenueQuotes(rfq, { side, price, quantity }))
    } catch (error) {
      toast({ key, tone: 'refused', title: 'Order rejected', text: `${title} with ${nameOf(rfq)}’s makers: ${errorMessage(error)}` })
    } finally {
      setIsBusy(false)
    }
  }
  const offered = (side: Side, price: string, quantity: string) => ({
    ...{ side, quantity, limit: price, average: undefined, entered: 'venue', stale: undefined },
  })
  const asked = arm.asked?.offered
  const now = asked && quotes && (asked.side === 'BUY' ? quotes.ask : quotes.bid)
  const isWorse =
    now !== undefined && now !== null && asked !== undefined && compareDecimals(now, asked.limit) * (asked.side === 'BUY' ? 1 : -1) > 0
  const armed =
    asked === undefined
      ? undefined
      : `${wordsFor(asked.side, asked.limit, asked.quantity)}, all or none, at ${nameOf(rfq)} with its own makers.${isWorse ? ' Worse price: you will be asked again.' : ''}`
  return {
    isArmed: (side: Side): boolean => asked?.side === side,
    armed,
    isBusy,
    press: (side: Side, { price, quantity }: { readonly price: string; readonly quantity: string }) => {
      if (!isBusy) arm.press(offered(side, price, quantity), isOneClick ? 'ONE' : 'TWO', () => void take(side, price, quantity))
    },
  }
}

import { useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import { useArmed } from '../order-entry/use-arm.ts'
import { type ClosingWay, closingEffect, closingOrder, closingReason, closingTitle } from './closing.ts'
import type { Market, Position } from './model.ts'
import type { OrderToSend } from './order-facts.ts'
import styles from './PerpetualPanel.module.css'
import { showClosingText, startClosing } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useDisabledReasons } from './use-perpetual-entry.ts'
import { useMarginOf } from './use-perpetuals.ts'
import { usePerpetualSending } from './use-perpetual-sending.ts'

const ways = ['CLOSE', 'FLIP'] as const
const titles = { CLOSE: 'Close', FLIP: 'Flip' } as const
const HALF = 50

type PairProps = { readonly position: Position; readonly market: Market }

/** Close and flip: the first click asks and shows what the second sends. Closing a part has a line of its own. */
export function ClosePair({ position, market }: PairProps) {
  const { sending, send, reasonOf } = useClosing({ position, market })
  // A changed position means a different order, so the confirmation starts again.
  const [armed, arm] = useArmed<ClosingWay>(position.quantity)
  const effectOf = useEffectText({ position, market })
  const asked = armed === undefined ? undefined : closingOrder(position, armed)
  useAsked(asked && `Press again within four seconds: ${closingTitle(asked, market)}. ${effectOf(asked)}`)
  return (
    <span className={styles['pair']} onClick={(event) => event.stopPropagation()}>
      {ways.map((way) => {
        const order = closingOrder(position, way)
        const isArmed = armed === way
        const words = closingTitle(order, market)
        return (
          <Button
            key={way}
            size="small"
            kind={isArmed ? 'danger' : 'default'}
            aria-label={isArmed ? `Again: ${words}` : `${titles[way]} ${market.base}: ${words}`}
            title={words}
            isBusy={sending !== undefined && sending.isReduceOnly === order.isReduceOnly}
            disabledReason={reasonOf(order)}
            onClick={() => {
              if (!isArmed) return arm(way)
              arm(undefined)
              void send(order)
            }}
          >
            {isArmed ? 'Again' : titles[way]}
          </Button>
        )
      })}
      <Button size="small" aria-label={`Close a part of ${market.base}`} onClick={() => startClosing(market.name, HALF)}>
        Part
      </Button>
    </span>
  )
}

/** The table has no room for the sentence, so the line below the table shows it. */
function useAsked(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    showClosingText(text)
    return () => showClosingText(undefined)
  }, [text])
}

/** Sends closing orders of one position, and gives the reason why one cannot be sent. */
export function useClosing({ position, market }: PairProps) {
  const reasons = useDisabledReasons(market)
  const summary = usePerpetuals(({ account }) => account.summary)
  const margin = useMarginOf(market.name)
  const { sending, send } = usePerpetualSending(market)
  const reasonOf = (order: OrderToSend): string | undefined =>
    (order.isReduceOnly ? reasons.closing : reasons.trading) ?? closingReason(order, market, { position, summary, margin })
  return { sending, send, reasonOf }
}

/** The average price is known only in the market whose book is shown. */
export function useEffectText({ position, market }: PairProps) {
  const watched = usePerpetuals(({ watchedBook }) => watchedBook)
  const book = watched?.market === market.name && watched.isKnown ? watched.book : undefined
  return (order: OrderToSend): string => closingEffect(order, market, { position, book })
}

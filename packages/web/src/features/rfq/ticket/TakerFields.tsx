import type { Book, Side } from '@parley/client'
import { priceDecimals, quantityText, type Structure } from '@parley/core'
import { useMemo, useRef, useState } from 'react'
import { NumberField } from '../../../components/NumberField.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { SplitButton } from '../../allocation/AllocationShares.tsx'
import type { Allocation } from '../../allocation/use-allocation.ts'
import { signedText, sizeText } from '../../../components/figure-text.ts'
import { takenSides } from '../../structure/one-sided.ts'
import { useVolVersusMark } from '../use-vol-versus-mark.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import styles from './Entry.module.css'
import { remainingOf } from './taker-form.ts'
import { beginHere } from './use-ticket-focus.ts'
import { priceAtVol, readVolText, volsOfPrice, volsText } from './vol-price.ts'

type Prices = Readonly<Record<Side, EnteredNumber>>

type TakerFieldsProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string | undefined
  readonly increment: string
  readonly book: Book
  readonly prices: Prices
  readonly quantity: EnteredNumber
  readonly set: (change: { readonly prices?: Prices; readonly quantity?: EnteredNumber; readonly side?: Side }) => void
  readonly placeholder: string
}

/** One limit for each side and a common quantity. An empty limit means the best price. */
export const TakerFields = (props: TakerFieldsProps) => (
  <div className={styles['three']}>
    {takenSides(props.rfq).includes('BUY') && <Limit {...props} side="BUY" />}
    <NumberField
      label="Quantity"
      aside={<SizeHint {...props} />}
      value={props.quantity}
      step={props.increment}
      isRounded
      hasButtons
      inputRef={beginHere}
      onChange={(quantity) => props.set({ quantity })}
    />
    {takenSides(props.rfq).includes('SELL') && <Limit {...props} side="SELL" />}
  </div>
)

const HINT_ROOM = 6
/** After a partial fill the remaining quantity is more useful than the minimum, which the button mentions if it is not met. */
function SizeHint({ rfq, minimum }: Pick<TakerFieldsProps, 'rfq' | 'minimum'>) {
  const left = remainingOf(rfq)
  if (Number(left) < Number(rfq.quantity))
    return <small title={minimum && `min ${quantityText(minimum)}`}>{`${sizeText(left, HINT_ROOM)} left`}</small>
  return minimum === undefined ? null : <small title={quantityText(minimum)}>{`min ${sizeText(minimum, HINT_ROOM)}`}</small>
}

const words = { BUY: 'Buy limit', SELL: 'Sell limit' } as const

function Limit({ rfq, structure, tick, book, prices, set, placeholder, side }: TakerFieldsProps & { readonly side: Side }) {
  const mark = useStructureMark(rfq.legs)
  const volOf = useVolVersusMark(rfq)
  const best = (side === 'BUY' ? book.asks : book.bids)[0]?.price
  const price = prices[side]
  const shown = price === '' ? best : price
  const vol = useTypedVol(rfq, structure, shown)
  const points = shown === undefined ? undefined : volOf(shown)
  return (
    <NumberField
      label={<span className={styles[side === 'BUY' ? 'bid' : 'ask']}>{words[side]}</span>}
      aside={<small title={vol.text}>{vol.became ?? (points === undefined ? '' : `${signedText(points, 1)} vol`)}</small>}
      value={price}
      step={tick}
      stepFrom={best ?? mark?.toFixed(priceDecimals(rfq))}
      placeholder={placeholder}
      readOther={vol.read}
      hasButtons
      onChange={(next) => {
        vol.typed(next)
        set({ prices: { ...prices, [side]: next }, side })
      }}
    />
  )
}

export const AccountOrSplit = ({ rfq, allocation }: { readonly rfq: DirectRfq; readonly allocation: Allocation }) => (
  <span className={styles['account']}>
    {allocation.isSplit ? (
      <b>{allocation.parts.length} accounts</b>
    ) : (
      <>
        Account <b>{rfq.account ?? '—'}</b>
        <SplitButton allocation={allocation} />
      </>
    )}
  </span>
)

/** The vols of a price, and the price of a typed vol: the result of `52v` is shown next to it. */
function useTypedVol(rfq: DirectRfq, structure: Structure, price: EnteredNumber) {
  const { markOf, now } = useMarkOf(rfq)
  // The vol as last read. Only a value typed into the form counts.
  const lastRead = useRef<string>(undefined)
  const [became, setBecame] = useState<string>()
  const read = (text: string): string | undefined => {
    const vol = readVolText(text)
    lastRead.current = vol === undefined ? undefined : priceAtVol(structure, vol, markOf, now)
    return lastRead.current
  }
  const typed = (next: EnteredNumber) => setBecame(next === lastRead.current ? next : undefined)
  const vols = useMemo(
    () => (price === undefined || price === '' ? undefined : volsOfPrice(structure, price, markOf, now)),
    [structure, price, markOf, now],
  )
  return {
    read,
    typed,
    /** `= 0.0505` for the typed vol. */
    became: became !== undefined && became === price ? `= ${price}` : undefined,
    text: vols === undefined ? undefined : volsText(vols),
  }
}

import type { AuctionView } from '@parley/contracts'
import { useState } from 'react'
import { NumberField } from '../../components/NumberField.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { serverNow } from '../../live/connection.ts'
import { signedText } from '../../components/figure-text.ts'
import { unitText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'
import { BidScaleLine } from './BidScaleLine.tsx'
import type { ClearingBefore } from './bid-scale.ts'
import { isPaidInCoin, type Model, priceAtVol, priceDigits, volText } from './bid-figures.ts'

/** Undefined while the text is not a number. */
export type Entered = string | undefined
type BidUnit = 'PRICE' | 'VOL'

type FieldsProps = {
  readonly auction: AuctionView
  readonly model: Model | undefined
  readonly price: Entered
  readonly quantity: Entered
  readonly vol: number | undefined
  /** The vol at which the last auction of the same underlying cleared. */
  readonly before?: ClearingBefore | undefined
  readonly onPrice: (price: Entered) => void
  readonly onQuantity: (quantity: Entered) => void
}

/** Price or vol, and the amount. A bid is always a price: a typed vol is converted once, as it is typed. */
export function BidFields({ auction, model, price, quantity, vol, before, onPrice, onQuantity }: FieldsProps) {
  // Buttons next to the figures, for a thumb.
  const hasButtons = useIsNarrow()
  const [unit, setUnit] = useState<BidUnit>('PRICE')
  const [typedVol, setTypedVol] = useState<Entered>('')
  const isWhole = auction.awards === 'ONE'
  const token = unitText(auction)
  const isInVol = unit === 'VOL' && model !== undefined
  const enterVol = (text: Entered) => {
    setTypedVol(text)
    const isNumber = text !== undefined && Number(text) > 0
    onPrice(
      isNumber && model !== undefined ? priceAtVol(auction, Number(text), model.forward, serverNow()) : text === undefined ? text : '',
    )
  }
  const choose = (next: BidUnit) => {
    setUnit(next)
    if (next === 'VOL') setTypedVol(vol === undefined ? '' : (100 * vol).toFixed(1))
  }
  const inPrice = price === undefined || price === '' ? undefined : `${price} ${token}`
  return (
    <>
      <UnitChoice unit={isInVol ? 'VOL' : 'PRICE'} hasModel={model !== undefined} onChange={choose} />
      <div className={styles['fields']}>
        {isInVol ? (
          <NumberField
            label="My bid (vol)"
            value={typedVol}
            step="0.1"
            stepFrom={(100 * model.volatility).toFixed(1)}
            hint={hasButtons ? undefined : inPrice}
            hasButtons={hasButtons}
            onChange={enterVol}
          />
        ) : (
          <NumberField
            label={`My bid (${token} each)`}
            value={price}
            step={isPaidInCoin(auction) ? '0.0001' : '1'}
            stepFrom={auction.min_price}
            hint={hasButtons ? undefined : volText(vol)}
            hasButtons={hasButtons}
            onChange={onPrice}
          />
        )}
        <NumberField
          label={`Amount (${auction.option.underlying})`}
          value={quantity}
          step={auction.min_bid_size}
          hint={isWhole ? 'all or none' : `min ${auction.min_bid_size}`}
          disabled={isWhole}
          hasButtons={hasButtons && !isWhole}
          onChange={onQuantity}
        />
      </div>
      {/* Between the buttons of a phone there is room for the figure only. */}
      {hasButtons && inPrice !== undefined && (
        <p className={styles['muted']} role="status">
          {inPrice} each, {volText(vol)}
        </p>
      )}
      <ModelLine auction={auction} model={model} />
      {model !== undefined && <BidScaleLine {...{ auction, model, price, before }} />}
    </>
  )
}

type UnitChoiceProps = { readonly unit: BidUnit; readonly hasModel: boolean; readonly onChange: (unit: BidUnit) => void }

function UnitChoice({ unit, hasModel, onChange }: UnitChoiceProps) {
  const disabledReason = 'The vol is unknown, because no listed option near this one has a mark.'
  return (
    <div className={styles['line']}>
      <b>New bid</b>
      <Segmented<BidUnit>
        label="Bid in"
        value={unit}
        options={[
          { value: 'PRICE', label: 'Price' },
          { value: 'VOL', label: 'Vol', ...(hasModel ? {} : { disabledReason }) },
        ]}
        onChange={onChange}
      />
    </div>
  )
}

const ModelLine = ({ auction, model }: Pick<FieldsProps, 'auction' | 'model'>) => (
  <p className={styles['line']}>
    <span className={styles['muted']}>
      Reserve {auction.min_price}
      {model !== undefined && ` · model ${model.price.toFixed(priceDigits(auction))} · ${volText(model.volatility)}`}
    </span>
    {model !== undefined && <span className={styles['muted']}>Δ {signedText(model.delta, 2)}</span>}
  </p>
)

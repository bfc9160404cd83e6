import type { RfqView } from '@parley/contracts'
import type { Structure } from '@parley/core'
import { viewOnlyReason } from '../../../app/view-only.ts'
import { Button } from '../../../components/Button.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { useUser } from '../../../live/session.ts'
import { priceDecimals, priceText, quantityText } from '../structure-text.ts'
import styles from './Entry.module.css'
import type { SidePrice } from './maker-form.ts'
import { Versus, Vols } from './MakerPricing.tsx'
import { Progress } from './Progress.tsx'
import { useMakerForm, type Maker, type Sides } from './use-maker-form.ts'
import { useDefaultAccount, useQuoting } from './use-quoting.ts'

type MakerEntryProps = {
  readonly rfq: RfqView
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string
  readonly increment: string
}

/** Two-way price entry: from vol or as a price; quoting again replaces what is open. */
export function MakerEntry({ rfq, structure, tick, minimum, increment }: MakerEntryProps) {
  const maker = useMakerForm(rfq, structure)
  const user = useUser()
  const account = useDefaultAccount()
  const { open, sending, quote, pull } = useQuoting(rfq, structure, maker, account)
  const decimals = priceDecimals(rfq)
  const closed = viewOnlyReason(user) ?? (rfq.state === 'OPEN' ? undefined : 'This RFQ is closed.')
  const reason = closed ?? (account === undefined ? 'Your desk has no account at this venue.' : (maker.reason ?? crossed(maker.sides)))

  const hasOpen = open.BUY !== undefined || open.SELL !== undefined
  const words = (['BUY', 'SELL'] as const)
    .map((side) => (maker.sides[side].price === undefined ? '—' : priceText(maker.sides[side].price, decimals)))
    .join(' / ')
  return (
    <section className={styles['entry']} aria-label="Quote">
      <div className={styles['head']}>
        <h3 className={styles['title']}>{maker.mode === 'VOL' ? 'Price from vol' : 'Price'}</h3>
        {maker.canVol && (
          <Segmented
            label="Quote by"
            value={maker.mode}
            options={[
              { value: 'VOL', label: 'Vol' },
              { value: 'PRICE', label: 'Price' },
            ]}
            onChange={maker.setMode}
          />
        )}
      </div>
      {maker.mode === 'VOL' && <Vols rfq={rfq} maker={maker} />}
      <TwoSides rfq={rfq} maker={maker} tick={tick} minimum={minimum} increment={increment} />
      <Versus maker={maker} decimals={decimals} tick={tick} />
      <div className={styles['actions']}>
        <Button
          kind="primary"
          size="large"
          data-ticket-side="buy"
          isBusy={sending.isBusy}
          disabledReason={reason}
          onClick={() => void quote()}
        >
          {`${hasOpen ? 'Replace quote' : 'Quote'} ${words}`}
        </Button>
        <Button size="large" disabledReason={closed ?? (hasOpen ? undefined : 'You have no open quote here.')} onClick={() => void pull()}>
          {open.BUY !== undefined && open.SELL !== undefined ? 'Pull both' : 'Pull'}
        </Button>
      </div>
      <div className={styles['options']}>
        <span>Good for the RFQ’s life</span>
        <span className={styles['account']}>Account {account ?? '—'}</span>
      </div>
      <Progress rfqId={rfq.id} steps={sending.steps} refused={sending.refused} />
    </section>
  )
}

type TwoSidesProps = Omit<MakerEntryProps, 'structure'> & { readonly maker: Maker }

function TwoSides({ rfq, maker, tick, minimum, increment }: TwoSidesProps) {
  return (
    <div className={styles['sides']}>
      {(['BUY', 'SELL'] as const).map((side) => {
        const word = side === 'BUY' ? 'Bid' : 'Ask'
        const tone = side === 'BUY' ? styles['bid'] : styles['ask']
        return (
          <div key={side} className={styles['side']}>
            <NumberField
              label={<span className={tone}>{`${word} (${rfq.quote_currency})`}</span>}
              hasButtons
              value={maker.shown[side]}
              step={tick}
              stepFrom={maker.mark?.toFixed(priceDecimals(rfq))}
              onChange={(price) => maker.typePrice(side, price)}
            />
            <NumberField
              aria-label={`${word} quantity`}
              size="small"
              value={maker.quantity[side]}
              step={increment}
              hint={`${maker.quantity[side] === rfq.quantity ? 'full · ' : ''}min ${minimum}`}
              onChange={(quantity) => maker.typeQuantity(side, quantity)}
            />
          </div>
        )
      })}
    </div>
  )
}

const crossed = (sides: Sides<SidePrice>): string | undefined =>
  sides.BUY.price !== undefined && sides.SELL.price !== undefined && Number(sides.BUY.price) >= Number(sides.SELL.price)
    ? `Your bid ${quantityText(sides.BUY.price)} must be below your ask ${quantityText(sides.SELL.price)}.`
    : undefined

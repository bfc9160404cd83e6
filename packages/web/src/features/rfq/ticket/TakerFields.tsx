import { NumberField } from '../../../components/NumberField.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { SplitButton } from '../../allocation/AllocationShares.tsx'
import type { Allocation } from '../../allocation/use-allocation.ts'
import { groupedText } from '../../market-data/figure-text.ts'
import { priceDecimals } from '../../structure/structure-text.ts'
import styles from './Entry.module.css'
import type { TypedVol } from './use-typed-vol.ts'

type TakerFieldsProps = {
  readonly rfq: DirectRfq
  readonly tick: string
  readonly minimum: string | undefined
  readonly increment: string
  readonly allocation: Allocation
  readonly price: EnteredNumber
  readonly quantity: EnteredNumber
  readonly set: (change: { readonly price?: EnteredNumber; readonly quantity?: EnteredNumber }) => void
  readonly vol: TypedVol
  readonly mark: number | undefined
  readonly best: string | undefined
  readonly placeholder: string
}

/** The limit and the quantity of the taker's order. */
export const TakerFields = ({ rfq, allocation, price, quantity, set, vol, mark, best, ...more }: TakerFieldsProps) => (
  <div className={styles['fields']}>
    <NumberField
      label={`Price (${rfq.quoteCurrency})`}
      value={price}
      step={more.tick}
      stepFrom={best ?? mark?.toFixed(priceDecimals(rfq))}
      placeholder={more.placeholder}
      hint={vol.text ?? (mark === undefined ? undefined : `mark ${groupedText(mark, priceDecimals(rfq))}`)}
      readOther={vol.read}
      onChange={(next) => {
        vol.typed(next)
        set({ price: next })
      }}
    />
    <NumberField
      label="Quantity"
      aside={<AccountOrSplit rfq={rfq} allocation={allocation} />}
      value={quantity}
      step={more.increment}
      isRounded
      hint={more.minimum === undefined ? undefined : `min ${more.minimum}`}
      onChange={(next) => set({ quantity: next })}
    />
  </div>
)

const AccountOrSplit = ({ rfq, allocation }: { readonly rfq: DirectRfq; readonly allocation: Allocation }) => (
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

import { NumberField } from '../../components/NumberField.tsx'
import { Remark } from '../../components/Remark.tsx'
import type { TypedAgain } from './typed-again.ts'

type PriceOnceMoreProps = {
  readonly of: 'Price' | 'Bid' | 'Ask' | 'Net price' | `${'Bid' | 'Ask'} for line ${number}`
  readonly typed: TypedAgain
  readonly step: string
}

/** A price far from the mark is typed twice, because the same slip rarely happens twice. */
export const PriceOnceMore = ({ of, typed, step }: PriceOnceMoreProps) => (
  <NumberField label={`${of} again`} value={typed.again} step={step} placeholder="type it again" onChange={typed.type} />
)

type GuardLinesProps = PriceOnceMoreProps & { readonly says: string | undefined; readonly isTypedTwice: boolean }

/** The message of a price guard, and the field for a price that has to be typed again. */
export const GuardLines = ({ says, isTypedTwice, ...field }: GuardLinesProps) => (
  <>
    <Remark tone="warn">{says}</Remark>
    {isTypedTwice && <PriceOnceMore {...field} />}
  </>
)

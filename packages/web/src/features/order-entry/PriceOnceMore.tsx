import { NumberField } from '../../components/NumberField.tsx'
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

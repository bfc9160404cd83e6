/** A text that identifies a structure. */
import { formatPrice, formatRatio } from '../decimal.ts'
import type { Leg, Structure } from './structure.ts'

/** Equal for structures that are the same trade, whatever the order of their legs. */
export const structureKey = ({ legs }: Structure): string => legs.map(legKey).sort().join(' ')

const legKey = ({ instrument, side, ratio, price }: Leg): string =>
  `${side === 'BUY' ? '+' : '-'}${formatRatio(ratio)}x${instrument.id}${price === undefined ? '' : `@${formatPrice(price)}`}`

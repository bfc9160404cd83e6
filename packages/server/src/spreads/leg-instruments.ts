import { product, type Instrument } from '@parley/core'

/** Whether spreads with this instrument are listed. */
export const mayBeLeg = ({ kind, productCode }: Instrument): boolean => kind === 'FUTURE' && product(productCode)?.spreadTick !== undefined

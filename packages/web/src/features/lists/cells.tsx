import type { Side } from '@parley/client'
import { product, type Structure } from '@parley/core'
import { classNames } from '../../theme/class-names.ts'
import styles from './Lists.module.css'

export const SideText = ({ side }: { readonly side: Side | undefined }) =>
  side === undefined ? (
    'Both'
  ) : (
    <span className={classNames(side === 'BUY' ? styles['buy'] : styles['sell'])}>{side === 'BUY' ? 'Buy' : 'Sell'}</span>
  )

/** The decimals of prices of the structure. */
export const legsDecimals = (structure: Structure | undefined): number =>
  product(structure?.legs[0]?.instrument.productCode ?? '')?.pricePrecision ?? 4

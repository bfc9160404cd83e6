import type { Side } from '@parley/client'
import { product, type Structure } from '@parley/core'
import { ListTree } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { navigate } from '../../components/router.ts'
import { ALL_LISTS, listAddress } from './list-address.ts'
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

/** A table of a list that has nothing to show. */
export const NoneHere = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Empty
    icon={ListTree}
    title={title}
    text={text}
    action={<Button onClick={() => navigate(listAddress(ALL_LISTS))}>Show all lists</Button>}
  />
)

import { routeOf, type Structure, venues } from '@parley/core'
import { Handshake } from 'lucide-react'
import styles from './SendTo.module.css'

/** Before it is sent, what is different about a structure that the venue settles between no two firms. */
export function BookedByBoth({ structure }: { readonly structure: Structure | undefined }) {
  if (structure === undefined || routeOf(structure) !== 'BOOKED_BY_BOTH') return null
  const { venue } = structure.legs[0]!.instrument
  return (
    <p className={styles['minimum']}>
      <Handshake size={13} aria-hidden="true" />{' '}
      {`${venues[venue].name} has no block route for inverse futures: negotiated here, booked by both sides. Who deals reads the other desk’s name and account, and each says within a day that it has booked the trade.`}
    </p>
  )
}

import { routeOf, type Structure, venues } from '@parley/core'
import { Handshake } from 'lucide-react'
import styles from './SendTo.module.css'

/** Explains, before it is sent, what is different about a structure that the venue does not settle between two firms. */
export function BookedByBoth({ structure }: { readonly structure: Structure | undefined }) {
  if (structure === undefined || routeOf(structure) !== 'BOOKED_BY_BOTH') return null
  const { venue } = structure.legs[0]!.instrument
  return (
    <p className={styles['minimum']}>
      <Handshake size={13} aria-hidden="true" />{' '}
      {`${venues[venue].name} has no block route for inverse futures. Negotiate here, then both sides book the trade at the venue. After a trade, each desk sees the other’s name and account, and confirms the booking within a day.`}
    </p>
  )
}

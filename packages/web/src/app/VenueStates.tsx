import type { VenueStatusView } from '@parley/contracts'
import { venues as catalogue, type VenueCode } from '@parley/core'
import { StatusDot, type StatusTone } from '../components/StatusDot.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { useIsNarrow } from '../components/use-media.ts'
import { useSeenVenues } from '../live/open-markets.ts'
import { useVenueStates, venueWord } from '../live/venue-states.ts'
import styles from './VenueStates.module.css'

const tones: Readonly<Record<VenueStatusView['state'], StatusTone>> = {
  OPEN: 'live',
  SLOW: 'warn',
  PAUSED_SETTLEMENT: 'warn',
  MAINTENANCE: 'broken',
  DISCONNECTED: 'broken',
}

/**
 * One status dot per venue of the desk. A venue that is not simply open also has a word next to it. The tooltip describes all of them in sentences.
 */
export function VenueStates() {
  const { venues } = useVenueStates()
  const seen = useSeenVenues()
  const isNarrow = useIsNarrow()
  const here = venues.filter(({ venue }) => seen(venue))
  const shown = isNarrow ? here.filter(({ state }) => state !== 'OPEN') : here
  if (shown.length === 0) return null
  return (
    <Tooltip text={<States venues={here} />} side="bottom">
      <button type="button" className={styles['states']} aria-label={`Venues: ${here.map(spoken).join(', ')}`}>
        {shown.map(({ venue, state }) => (
          <StatusDot key={venue} tone={tones[state]}>
            {state !== 'OPEN' && (
              <span className={styles['word']}>
                {venue} <span className={styles['state']}>{venueWord[state]}</span>
              </span>
            )}
          </StatusDot>
        ))}
      </button>
    </Tooltip>
  )
}

const nameOf = (venue: string): string => catalogue[venue as VenueCode].name
const spoken = ({ venue, state }: VenueStatusView): string => `${nameOf(venue)} ${venueWord[state] ?? 'open'}`

const States = ({ venues }: { readonly venues: readonly VenueStatusView[] }) => (
  <ul className={styles['list']}>
    {venues.map(({ venue, state, delay_ms, sentence }) => (
      <li key={venue}>
        <StatusDot tone={tones[state]}>{sentence}</StatusDot> {delay_ms !== null && <span className={styles['delay']}>{delay_ms} ms</span>}
      </li>
    ))}
  </ul>
)

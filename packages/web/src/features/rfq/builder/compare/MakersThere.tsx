import { getMakerHistories } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import type { VenueCode } from '@parley/core'
import { useAnswer, usePages } from '../../../../live/loadable.ts'
import { medianText } from '../maker-figures.ts'
import styles from './Compare.module.css'

const makerHistories = getMakerHistories()
const MOST_NAMES = 4

/** The desk's approved makers that settle at the venue, and their median response time. */
export function MakersThere({ venue }: { readonly venue: VenueCode }) {
  const here = usePages(directRfqCalls.listCounterparties, `makers ${venue}`, { query: { group: 'LP', venues: [venue] } })
  const past = useAnswer(makerHistories)
  if (here.rows.state !== 'LOADED') return <span className={styles['none']}>{here.rows.state === 'LOADING' ? '…' : '—'}</span>
  const names = here.rows.data.map(({ desk_name }) => desk_name)
  const times = past.state === 'LOADED' ? past.data.filter(({ deskName }) => names.includes(deskName)).flatMap((one) => one.medianResponseMs ?? []) : [] // prettier-ignore
  const middle = times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)]
  return (
    <p title={names.join(', ')}>
      <strong>{names.length}</strong>
      {names.length > 0 && names.length <= MOST_NAMES && ` · ${names.join(', ')}`}
      {middle !== undefined && ` · ${medianText(middle)}`}
    </p>
  )
}

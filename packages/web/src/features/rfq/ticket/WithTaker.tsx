import { useTakerHistories } from '../../../live/taker-history.ts'
import { useNow } from '../../../live/use-live.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { takerFigures, takerWords } from '../../structure/taker-figures.ts'
import styles from './Head.module.css'

/** Beside a named taker, how its requests to the desk went until now; an anonymous one has no history. */
export function WithTaker({ rfq: { id, takerDeskName: taker } }: { readonly rfq: DirectRfq }) {
  const now = useNow(60_000)
  const histories = useTakerHistories(id)
  if (taker === undefined || histories === undefined) return null
  const history = histories.get(taker)
  return (
    <p className={styles['history']} aria-label={`History with ${taker}`} role="note" title={history && takerWords(history)}>
      <b>{taker}</b> {history === undefined ? 'first request in 30 days' : takerFigures(history, now)}
    </p>
  )
}

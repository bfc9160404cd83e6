import type { TakerHistory } from '@parley/client'
import { useTakerHistories } from '../../../live/taker-history.ts'
import { useNow } from '../../../live/use-live.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { takerFigures, takerSummary } from '../../structure/taker-figures.ts'
import styles from './Head.module.css'

type WithTakerProps = { readonly taker: string; readonly history: TakerHistory | undefined }

/** An anonymous taker has no history. Nothing is shown until it has loaded. */
export function useWithTaker({ id, takerDeskName: taker }: DirectRfq): WithTakerProps | undefined {
  const histories = useTakerHistories(id)
  return taker === undefined || histories === undefined ? undefined : { taker, history: histories.get(taker) }
}

/** How the named taker's RFQs to the desk have ended so far, which helps to decide whether to quote. */
export function WithTaker({ taker, history }: WithTakerProps) {
  const now = useNow(60_000)
  return (
    <p className={styles['history']} aria-label={`History with ${taker}`} role="note" title={history && takerSummary(history)}>
      <b>{taker}</b> {history === undefined ? 'first RFQ in 30 days' : takerFigures(history, now)}
    </p>
  )
}

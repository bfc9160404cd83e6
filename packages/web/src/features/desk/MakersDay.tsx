import { lazy, Suspense } from 'react'
import { isDirect } from '../../live/audiences.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useRfq } from '../../live/use-live.ts'

const MakersPanels = lazy(() => import('./MakersPanels.tsx').then(({ MakersPanels: component }) => ({ default: component })))

/** Under the table while the chosen RFQ asks this desk for a price. The panels wait for the instruments too, and stand there when these are known. */
export function MakersDay() {
  const selected = useScreen((state) => state.ticketRfq)
  const rfq = useRfq(selected?.id)
  if (rfq === undefined || !isDirect(rfq) || rfq.role !== 'MAKER') return null
  return (
    <Suspense fallback={null}>
      <MakersPanels key={rfq.id} rfq={rfq} />
    </Suspense>
  )
}

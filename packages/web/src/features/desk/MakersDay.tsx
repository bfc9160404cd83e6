import { isDirect } from '../../live/audiences.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useRfq } from '../../live/use-live.ts'
import { fetched } from '../../components/fetched.tsx'

const MakersPanels = fetched(() => import('./MakersPanels.tsx').then((part) => part.MakersPanels))

/** Shown below the table while the selected RFQ asks this desk for a price. The panels appear when the instruments have loaded. */
export function MakersDay() {
  const selected = useScreen((state) => state.ticketRfq)
  const rfq = useRfq(selected?.id)
  if (rfq === undefined || !isDirect(rfq) || rfq.role !== 'MAKER') return null
  return <MakersPanels key={rfq.id} rfq={rfq} />
}

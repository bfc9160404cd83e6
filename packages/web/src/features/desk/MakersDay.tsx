import { isDirect } from '../../live/audiences.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useRfq } from '../../live/use-live.ts'
import { fetched } from '../../components/fetched.tsx'

const MakersPanels = fetched(() => import('./MakersPanels.tsx').then((part) => part.MakersPanels))

/** Under the table while the chosen RFQ asks this desk for a price. The panels wait for the instruments too, and stand there when these are known. */
export function MakersDay() {
  const selected = useScreen((state) => state.ticketRfq)
  const rfq = useRfq(selected?.id)
  if (rfq === undefined || !isDirect(rfq) || rfq.role !== 'MAKER') return null
  return <MakersPanels key={rfq.id} rfq={rfq} />
}

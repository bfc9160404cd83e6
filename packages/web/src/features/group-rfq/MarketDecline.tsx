import type { GroupRfqView } from '@parley/contracts'
import { write } from '../../live/api.ts'
import { groupCalls } from '../../live/group-base.ts'
import { DeclineChoice } from '../direct-rfq/ticket/Decline.tsx'
import { declinesText } from '../direct-rfq/ticket/decline-words.ts'

/** Whoever will not quote in a market says so; everybody reads how many have, and why, and nobody who they are. */
export const MarketDecline = ({ market, isDeclined }: { readonly market: GroupRfqView; readonly isDeclined: boolean }) => (
  <DeclineChoice
    subject={String(market.id)}
    isDeclined={isDeclined}
    words={declinesText(market.declines) ?? 'Not for you? Takers then know not to wait.'}
    decline={(reason) => write(groupCalls().declineRfq, { params: { id: market.id }, body: { reason } })}
  />
)

import type { GroupRfqView } from '@parley/contracts'
import { client } from '../../live/api.ts'
import { groupCalls } from '../../live/group-base.ts'
import { DeclineChoice } from '../direct-rfq/ticket/Decline.tsx'
import { declinesText } from '../direct-rfq/ticket/decline-words.ts'
import { useIsDeclined } from './use-is-declined.ts'

/** Whoever will not quote in a market says so; everybody reads how many have, and why, and nobody who they are. */
export function MarketDecline({ market }: { readonly market: GroupRfqView }) {
  const isDeclined = useIsDeclined(market)
  return (
    <DeclineChoice
      subject={String(market.id)}
      isDeclined={isDeclined}
      words={declinesText(market.declines) ?? 'Not for you? Takers then know not to wait.'}
      decline={(reason) => client.call(groupCalls().declineRfq, { params: { id: market.id }, body: { reason } })}
    />
  )
}

import type { TradingFlow } from '@parley/client'
import { Zap } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { useIsNarrow } from '../components/use-media.ts'
import { flowLook } from '../live/audiences.ts'
import { setOneClick, useOneClickFlows } from '../live/one-click.ts'

const flowText = (flow: TradingFlow): string => flowLook[flow].inAll.replace(/^In /, '')

/** Shown in the header while 1-click trading is on in any flow. A click on it turns 1-click off. */
export function OneClickChip() {
  const flows = useOneClickFlows()
  const isNarrow = useIsNarrow()
  if (flows.length === 0) return null
  const words = new Intl.ListFormat('en').format(flows.map(flowText))
  return (
    <Button
      size="small"
      aria-label={`1-click trading is on for ${words}. Click to turn it off.`}
      title={`1-click trading is on for ${words}. Click to turn it off.`}
      icon={<Zap size={12} aria-hidden="true" />}
      onClick={() => flows.forEach((flow) => setOneClick(flow, false))}
    >
      {isNarrow ? undefined : '1-click'}
    </Button>
  )
}

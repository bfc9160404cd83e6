/** A development page, not in the product: the components in all their states, and the screens with made-up data. `?screen=markets&theme=light`. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../src/components/Toasts.tsx'
import { TooltipProvider } from '../src/components/Tooltip.tsx'
import '../src/theme/base.css'
import { applyTheme, type Theme } from '../src/theme/theme.ts'
import { fill } from './fixture.ts'
import { fillGroup } from './group-fixture.ts'
import { Components } from './Components.tsx'
import { DealStory } from './DealStory.tsx'
import { fillProtection } from './ProtectionStory.tsx'
import { ScreenStory } from './ScreenStory.tsx'
import { TicketStates } from './TicketStates.tsx'
import { TradeButtons } from './TradeButtons.tsx'
import { TradingParts } from './TradingParts.tsx'

const query = new URLSearchParams(location.search)
const screen = query.get('screen') ?? 'parts'
applyTheme((query.get('theme') ?? 'dark') as Theme)
fill()
fillProtection(screen)
fillGroup(screen)

const pages: Readonly<Record<string, () => ReactNode>> = {
  parts: () => <Components />,
  'ticket-states': () => <TicketStates />,
  'trade-buttons': () => <TradeButtons />,
  'trading-parts': () => <TradingParts />,
  deals: () => <DealStory />,
}

createRoot(document.getElementById('root')!).render(
  <TooltipProvider>
    {pages[screen]?.() ?? <ScreenStory screen={screen} />}
    <Toasts />
  </TooltipProvider>,
)

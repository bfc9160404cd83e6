/** Everything the command palette can do now: the keys' commands, and every open RFQ and market to go to. */
import { useMemo } from 'react'
import { quantityText, strategyName, structureText } from '../features/direct-rfq/structure-text.ts'
import { marketName, shapeOf } from '../features/group-rfq/market-shape.ts'
import { useNewRfqReason } from '../features/protection/use-protection.ts'
import { useGroupLive } from '../live/group-store.ts'
import { signOut } from '../live/session.ts'
import { useRfqs } from '../live/use-live.ts'
import { chooseTheme, themeLabel, themes } from '../theme/theme.ts'
import type { Command } from './commands.ts'
import { navigate } from './router.ts'
import { marketRoutes, marketTitle } from './routes.ts'
import { chooseCurrency, chooseFlow, openDialog, selectMarket, selectRfq, useScreen } from './screen-state.ts'

export function useCommands(): readonly Command[] {
  const newRfq = useNewRfqReason()
  const rfqs = useRfqs()
  const markets = useGroupLive((live) => live.markets)
  return useMemo(
    () => [
      ...(newRfq === undefined ? [{ id: 'new', title: 'New RFQ', hint: 'N', run: () => openDialog('new-rfq') }] : []),
      ...fixed,
      ...[...rfqs.values()]
        .filter((rfq) => rfq.state === 'OPEN')
        .map((rfq) => ({
          id: rfq.id,
          title: `${rfq.base_currency} ${quantityText(rfq.quantity)} × ${nameOf(rfq)}`,
          hint: rfq.id,
          run: () => goToRfq(rfq.id),
        })),
      ...[...markets.values()]
        .filter((market) => market.status === 'ACTIVE')
        .map((market) => ({
          id: marketName(market.id),
          title: `${market.base_currency} ${nameOf(shapeOf(market))}`,
          hint: `Order book · ${marketName(market.id)}`,
          run: () => goToMarket(market.id),
        })),
    ],
    [newRfq, rfqs, markets],
  )
}

/** As the table says it, so that one finds what one reads there. */
const nameOf = (structure: Parameters<typeof strategyName>[0]): string => `${strategyName(structure)} ${structureText(structure.legs)}`

/** What is gone to stands in the table beside its ticket. */
function goToRfq(id: string): void {
  navigate('/rfqs')
  if (useScreen.getState().flow === 'ORDER_BOOK') chooseFlow('DIRECT')
  selectRfq(id)
}

function goToMarket(id: number): void {
  navigate('/rfqs')
  if (useScreen.getState().flow === 'DIRECT') chooseFlow('ORDER_BOOK')
  selectMarket(id)
}

const fixed: readonly Command[] = [
  ...marketRoutes.map((route) => ({ id: route, title: `Go to ${marketTitle[route]}`, run: () => navigate(route) })),
  { id: 'direct', title: 'Show direct RFQs', run: () => chooseFlow('DIRECT') },
  { id: 'order-book', title: 'Show the order book', run: () => chooseFlow('ORDER_BOOK') },
  { id: 'both-flows', title: 'Show both flows', run: () => chooseFlow('ALL') },
  { id: 'all', title: 'Show all currencies', run: () => chooseCurrency('ALL') },
  { id: 'btc', title: 'Show BTC only', run: () => chooseCurrency('BTC') },
  { id: 'eth', title: 'Show ETH only', run: () => chooseCurrency('ETH') },
  ...themes.map((theme) => ({
    id: `theme-${theme}`,
    title: `${themeLabel[theme]} palette`,
    hint: 'Theme',
    run: () => chooseTheme(theme),
  })),
  { id: 'settings', title: 'Settings', run: () => openDialog('settings') },
  { id: 'protections', title: 'Protections of your desk', hint: 'M', run: () => openDialog('protections') },
  { id: 'kill-switch', title: 'Kill switch', hint: 'Shift K', run: () => openDialog('kill-switch') },
  { id: 'keys', title: 'Keys', hint: '?', run: () => openDialog('keys') },
  { id: 'logout', title: 'Logout', run: () => void signOut() },
]

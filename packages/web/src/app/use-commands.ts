/** All commands of the palette: those of the keyboard shortcuts, and every open RFQ and market. */
import { ariaKeys } from '../components/key-table.ts'
import { useMemo } from 'react'
import { useCancelReason, useNewRfqReason } from '../live/trade-reasons.ts'
import { audienceLook } from '../live/audiences.ts'
import { currenciesOf, type OpenMarket, useOpenMarkets } from '../live/open-markets.ts'
import { signOut } from '../live/session.ts'
import { useOrders, useRfqs } from '../live/use-live.ts'
import { themeLabel, themes } from '../theme/theme.ts'
import { chooseTheme } from '../live/theme-choice.ts'
import { timeZoneLabel, timeZones } from '../components/time-zone.ts'
import { chooseTimeZone } from '../live/time-zone-choice.ts'
import type { Command } from './commands.ts'
import { cancelCommands, copyLineCommand, draftCommands, pullCommands, tabCommands, titleOf } from './desk-commands.ts'
import { navigate } from '../components/router.ts'
import { links } from '../components/links.ts'
import { openHelp } from './help-commands.ts'
import { marketRoutes, marketTitle } from './routes.ts'
import { chooseCurrency, chooseFlow, goToRfq, openDialog, type RfqChoice, useScreen } from '../live/screen-state.ts'

export function useCommands(): readonly Command[] {
  const newRfq = useNewRfqReason()
  const cannotCancel = useCancelReason()
  const rfqs = useRfqs()
  const orders = useOrders()
  const markets = useOpenMarkets()
  const selected = useScreen((state) => state.selectedRfq)
  return useMemo(
    () => [
      ...(newRfq === undefined ? [{ id: 'new', title: 'New RFQ', hint: ariaKeys('newRfq'), run: () => openDialog('new-rfq') }] : []),
      ...(newRfq === undefined
        ? [{ id: 'new-list', title: 'New list RFQ', alsoCalled: 'sheet paste CSV', run: () => navigate('/rfqs?list=new') }]
        : []),
      ...ways,
      ...currencyCommands(markets),
      ...others,
      ...tabCommands,
      ...(selected === undefined ? [] : [copyLineCommand]),
      ...[...rfqs.values()]
        .filter((rfq) => rfq.state === 'OPEN')
        .map((rfq) => ({
          id: rfq.id,
          title: titleOf(rfq),
          hint: [audienceLook[rfq.audience].ticketWord, rfq.id].filter(Boolean).join(' · '),
          run: () => goTo(rfq),
        })),
      ...(newRfq === undefined ? draftCommands(rfqs.values()) : []),
      ...(cannotCancel === undefined ? [...cancelCommands(rfqs.values()), ...pullCommands(orders.values(), rfqs)] : []),
    ],
    [newRfq, cannotCancel, selected, rfqs, orders, markets],
  )
}

/** Opens the table too, so that the row of the RFQ is shown next to its ticket. */
function goTo(rfq: RfqChoice): void {
  navigate('/rfqs')
  goToRfq(rfq)
}

const ways: readonly Command[] = [
  ...marketRoutes.map((route) => ({
    id: route,
    title: `Go to ${marketTitle[route]}`,
    run: () => navigate(route),
  })),
  { id: 'lists', title: 'Show list RFQs', run: () => navigate('/rfqs?list=all') },
  { id: 'direct', title: 'Show direct RFQs', run: () => chooseFlow('DIRECT') },
  { id: 'order-book', title: 'Show the order book', run: () => chooseFlow('ORDER_BOOK') },
  { id: 'both-flows', title: 'Show both flows', run: () => chooseFlow('ALL') },
  { id: 'all', title: 'Show all currencies', run: () => chooseCurrency('ALL') },
]

const currencyCommands = (markets: readonly OpenMarket[]): readonly Command[] =>
  currenciesOf(markets).map((currency) => ({
    id: currency.toLowerCase(),
    title: `Show ${currency} only`,
    run: () => chooseCurrency(currency),
  }))

const others: readonly Command[] = [
  ...themes.map((theme) => ({
    id: `theme-${theme}`,
    title: `${themeLabel[theme]} palette`,
    hint: 'Theme',
    run: () => chooseTheme(theme),
  })),
  ...timeZones.map((zone) => ({
    id: `times-${zone.toLowerCase()}`,
    title: `Times in ${zone === 'LOCAL' ? 'local time' : timeZoneLabel(zone)}`,
    hint: 'Clock',
    run: () => chooseTimeZone(zone),
  })),
  { id: 'settings', title: 'Settings', alsoCalled: 'preferences options', run: () => openDialog('settings') },
  { id: 'protections', title: 'Protections of your desk', hint: ariaKeys('protections'), run: () => openDialog('protections') },
  {
    id: 'kill-switch',
    title: 'Kill switch',
    alsoCalled: 'stop trading emergency panic cancel all',
    hint: 'Dialog',
    run: () => openDialog('kill-switch'),
  },
  { id: 'help', title: 'Help', hint: 'New window', run: () => openHelp(links.help) },
  { id: 'keys', title: 'Keyboard shortcuts', alsoCalled: 'hotkeys', hint: ariaKeys('keyList'), run: () => openDialog('keys') },
  { id: 'logout', title: 'Logout', alsoCalled: 'sign out log out sign off', run: () => void signOut() },
]

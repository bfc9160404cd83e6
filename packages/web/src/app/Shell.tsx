import { useEffect } from 'react'
import { Markets } from './Markets.tsx'
import { FeedLine } from '../features/market-data/FeedLine.tsx'
import { TradingBanner } from '../features/protection/TradingBanner.tsx'
import { clearTitle } from '../live/attention.ts'
import { connectDirect, connectOrderBook, serverNow } from '../live/connection.ts'
import { useInstalling } from '../live/installing.ts'
import { useOrderBookBase } from '../live/order-book-base.ts'
import { onNoticeOpened } from '../live/notices.ts'
import { followPreferences } from '../live/preferences.ts'
import { followPreTradeLimits } from '../live/pre-trade-limits.ts'
import { followProtection } from '../live/protection.ts'
import { report } from '../live/report.ts'
import { useUser } from '../live/session.ts'
import { followVenueAccounts } from '../live/venue-accounts.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { currenciesOf, openMarkets, venuesOf } from '../live/open-markets.ts'
import { followFilters } from './kept-filters.ts'
import { HoldNotice } from './HoldNotice.tsx'
import { KeyList } from './KeyList.tsx'
import { DisconnectedBanner } from './DisconnectedBanner.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { RestrictedAddress } from './RestrictedAddress.tsx'
import { navigate, usePath } from '../components/router.ts'
import { keepLastRoute, lastRoute } from './last-route.ts'
import { type MarketRoute, marketRouteOf, marketTitle } from './routes.ts'
import { closeDialog, resetScreen, selectRfq, useScreen } from '../live/screen-state.ts'
import styles from './Shell.module.css'
import { nameNotices } from './notice-names.ts'
import { Sidebar } from './Sidebar.tsx'
import { useInkOfPrices } from './use-ink-of-prices.ts'
import { useKeys } from './use-keys.ts'
import { Skeleton } from '../components/Skeleton.tsx'
import { useIsNarrow } from '../components/use-media.ts'
import { fetched } from '../components/fetched.tsx'

const CommandPalette = fetched(() => import('./CommandPalette.tsx').then((part) => part.CommandPalette))
const RfqBuilder = fetched(() => import('../features/rfq/builder/RfqBuilder.tsx').then((part) => part.RfqBuilder))

const loading = (route: MarketRoute) => <Skeleton lines={8} label={`Loading ${marketTitle[route]}`} />
/** Loaded separately, when the user opens them. */
const Spreads = fetched(() => import('../features/spreads/Spreads.tsx').then((part) => part.Spreads), loading('/fs'))

const Leaderboard = fetched(
  () => import('../features/leaderboard/Leaderboard.tsx').then((part) => part.Leaderboard),
  loading('/leaderboard'),
)

const Perpetuals = fetched(() => import('../features/perpetuals/Perpetuals.tsx').then((part) => part.Perpetuals), loading('/paradex'))

const Auctions = fetched(() => import('../features/auctions/Auctions.tsx').then((part) => part.Auctions), loading('/vrfqs'))

const SettingsDialog = fetched(() => import('../features/account/settings/SettingsDialog.tsx').then((part) => part.SettingsDialog))
const DefaultAccountsDialog = fetched(() =>
  import('../features/account/settings/DefaultAccounts.tsx').then((part) => part.DefaultAccountsDialog),
)

const ProtectionsDialog = fetched(() => import('../features/protection/ProtectionsDialog.tsx').then((part) => part.ProtectionsDialog))

const Announcements = fetched(() => import('../features/announcements/Announcements.tsx').then((part) => part.Announcements))
const InstallCard = fetched(() => import('./InstallCard.tsx').then((part) => part.InstallCard))
const TradeCard = fetched(() => import('../features/trade/TradeCard.tsx').then((part) => part.TradeCard))

const LINES_AFTER_MS = 3_000
const MESSAGES_AFTER_MS = 1_500
/** Loaded after the first screen, so that the palette and the builder accept input as soon as they open. */
function loadLinesSoon(): () => void {
  const soon = setTimeout(() => [CommandPalette, RfqBuilder].forEach((part) => part.fetch()), LINES_AFTER_MS)
  return () => clearTimeout(soon)
}

/** Also loaded after the first screen. Events until then are read when it starts. */
function followMessagesSoon(): () => void {
  const from = serverNow()
  let isLeft = false
  let stop: (() => void) | undefined
  const begin = async () => {
    const { followMessages } = await import('./follow-messages.ts')
    if (!isLeft) stop = followMessages(from)
  }
  const soon = setTimeout(() => void begin().catch((error: unknown) => report('Messages could not be loaded.', error)), MESSAGES_AFTER_MS)
  return () => {
    isLeft = true
    clearTimeout(soon)
    stop?.()
  }
}

/** The application for a signed-in user. */
export function Shell() {
  const user = useUser()
  const route = marketRouteOf(usePath(), lastRoute(user.id))
  useEffect(() => {
    // The query is kept, because it names the item that the address leads to.
    if (location.pathname !== route) navigate(route, 'replace')
    keepLastRoute(user.id, route)
  }, [route, user.id])
  useEffect(connectDirect, [user.id])
  const orderBookBase = useOrderBookBase()
  useEffect(() => connectOrderBook(orderBookBase), [user.id, orderBookBase])
  useInkOfPrices()
  useEffect(followPreferences, [user.id])
  useEffect(followVenueAccounts, [user.id])
  useEffect(followProtection, [user.id])
  useEffect(followPreTradeLimits, [user.id])
  useEffect(() => {
    const markets = openMarkets()
    const stop = followFilters(user.id, { currencies: currenciesOf(markets), venues: venuesOf(markets) })
    return () => {
      stop()
      resetScreen()
    }
  }, [user.id])
  useEffect(nameNotices, [])
  useEffect(loadLinesSoon, [])
  useEffect(followMessagesSoon, [user.id])
  useEffect(() => {
    onNoticeOpened((rfq) => {
      navigate('/rfqs')
      selectRfq(rfq)
    })
    addEventListener('focus', clearTitle)
    return () => removeEventListener('focus', clearTitle)
  }, [])
  useKeys()
  const isNarrow = useIsNarrow()
  return (
    <>
      <div className={styles['shell']}>
        <Sidebar route={route} />
        <div className={styles['column']}>
          <Header route={route} />
          <DisconnectedBanner />
          <Announcements />
          <TradingBanner />
          <FeedLine of={['DIRECT']} />
          <main className={styles['main']} tabIndex={-1}>
            <ErrorBoundary>
              <Market route={route} />
            </ErrorBoundary>
          </main>
          <Install />
          {isNarrow && <PhoneBar route={route} />}
        </div>
      </div>
      <Dialogs />
      <HoldNotice />
      <RestrictedAddress />
    </>
  )
}

const screens = { '/fs': Spreads, '/paradex': Perpetuals, '/vrfqs': Auctions, '/leaderboard': Leaderboard } as const

function Market({ route }: { readonly route: MarketRoute }) {
  if (route === '/rfqs') return <Markets />
  const Screen = screens[route]
  return <Screen />
}

function Install() {
  const isOffered = useInstalling(({ state, isDismissed }) => state !== undefined && !isDismissed)
  if (!isOffered) return null
  return <InstallCard />
}

function Dialogs() {
  const dialog = useScreen((state) => state.dialog)
  const builderStart = useScreen((state) => state.builderStart)
  const accountsVenue = useScreen((state) => state.accountsVenue)
  const tradeCard = useScreen((state) => state.tradeCard)
  return (
    <>
      <KeyList open={dialog === 'keys'} onClose={closeDialog} />
      {dialog === 'palette' && <CommandPalette open onClose={closeDialog} />}
      {dialog === 'settings' && <SettingsDialog onClose={closeDialog} />}
      {dialog === 'protections' && <ProtectionsDialog onClose={closeDialog} />}
      {dialog === 'kill-switch' && <ProtectionsDialog initial="kill-switch" onClose={closeDialog} />}
      {dialog === 'default-accounts' && accountsVenue !== undefined && (
        <DefaultAccountsDialog venue={accountsVenue} onClose={closeDialog} />
      )}
      {dialog === 'trade' && tradeCard !== undefined && <TradeCard of={tradeCard} onClose={closeDialog} />}
      {dialog === 'new-rfq' && <RfqBuilder open onClose={closeDialog} initial={builderStart} />}
    </>
  )
}

import { Button } from '../components/Button.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { MarketSwitches } from '../features/blotter/rfqs/MarketSwitches.tsx'
import { IndexPrice } from '../features/market-data/IndexPrice.tsx'
import { PlatformState } from '../features/protection/PlatformState.tsx'
import { ProtectionChip } from '../features/protection/ProtectionChip.tsx'
import { useNewRfqReason } from '../live/trade-reasons.ts'
import { Bell } from './Bell.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { HeaderClock } from './HeaderClock.tsx'
import { OneClickChip } from './OneClickChip.tsx'
import styles from './Header.module.css'
import { type MarketRoute, marketTitle } from './routes.ts'
import { limits } from '../live/limits.ts'
import { indexMarkets, marketName, useOpenMarkets } from '../live/open-markets.ts'
import { openDialog, useScreen } from '../live/screen-state.ts'
import { useIsNarrow } from '../components/use-media.ts'
import { fetched } from '../components/fetched.tsx'

const SpreadSwitches = fetched(() => import('../features/spreads/SpreadSwitches.tsx').then((part) => part.SpreadSwitches))
const WalletChip = fetched(() => import('../features/auctions/WalletChip.tsx').then((part) => part.WalletChip))
const VenueStates = fetched(() => import('./VenueStates.tsx').then((part) => part.VenueStates))

export function Header({ route }: { readonly route: MarketRoute }) {
  const isNarrow = useIsNarrow()
  const newRfqReason = useNewRfqReason()
  const markets = useOpenMarkets()
  const venue = useScreen((state) => state.venue)
  return (
    <header className={styles['header']}>
      <div className={styles['place']}>
        <h1 className={styles['title']}>{marketTitle[route]}</h1>
        {isNarrow && <HeaderClock />}
      </div>
      {!isNarrow && route === '/rfqs' && <MarketSwitches />}
      {!isNarrow && route === '/fs' && <SpreadSwitches />}
      {isNarrow ? (
        <span className={styles['space']} />
      ) : (
        <div className={styles['prices']}>
          {indexMarkets(markets, route === '/rfqs' ? venue : 'ALL')
            .slice(0, limits.indexPrices)
            .map((market) => (
              <IndexPrice key={marketName(market)} market={market} />
            ))}
        </div>
      )}
      {!isNarrow && route === '/vrfqs' && <WalletChip />}
      <PlatformState />
      <OneClickChip />
      <ProtectionChip />
      <span className={styles['freshness']}>
        <VenueStates />
        <ConnectionState />
        {!isNarrow && <HeaderClock />}
      </span>
      <Bell />
      {!isNarrow && (
        <Button kind="primary" disabledReason={newRfqReason} onClick={() => openDialog('new-rfq')} keyOf="newRfq">
          New RFQ <Kbd of="newRfq" />
        </Button>
      )}
    </header>
  )
}

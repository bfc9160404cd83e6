import { Menu as MenuIcon } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { Segmented } from '../components/Segmented.tsx'
import { IndexPrice } from '../features/market-data/IndexPrice.tsx'
import { PlatformState } from '../features/protection/PlatformState.tsx'
import { ProtectionChip } from '../features/protection/ProtectionChip.tsx'
import { useNewRfqReason } from '../features/protection/use-protection.ts'
import { ConnectionState } from './ConnectionState.tsx'
import styles from './Header.module.css'
import { type MarketRoute, marketTitle } from './routes.ts'
import { chooseCurrency, chooseFlow, chooseVenue, openDialog, showSidebar, useScreen } from './screen-state.ts'
import { useIsNarrow } from './use-media.ts'

const currencies = [
  { value: 'ALL', label: 'All' },
  { value: 'BTC', label: 'BTC' },
  { value: 'ETH', label: 'ETH' },
] as const

const notOpen = (name: string) => `${name} is not open in this version; RFQs settle at Deribit.`
const venues = [
  { value: 'ALL', label: 'All venues' },
  { value: 'DBT', label: 'DBT' },
  { value: 'BYB', label: 'BYB', disabledReason: notOpen('Bybit') },
  { value: 'BIT', label: 'BIT', disabledReason: notOpen('Bit.com') },
] as const

const flows = [
  { value: 'ALL', label: 'All' },
  { value: 'DIRECT', label: 'Direct' },
  { value: 'ORDER_BOOK', label: 'Order book' },
] as const

export function Header({ route }: { readonly route: MarketRoute }) {
  const isNarrow = useIsNarrow()
  const newRfqReason = useNewRfqReason()
  return (
    <header className={styles['header']}>
      {isNarrow && (
        <IconButton label="Open the menu" onClick={() => showSidebar(true)}>
          <MenuIcon size={19} />
        </IconButton>
      )}
      <h1 className={styles['title']}>{marketTitle[route]}</h1>
      {!isNarrow && route === '/rfqs' && <MarketSwitches />}
      <span className={styles['space']} />
      {!isNarrow && (
        <>
          <IndexPrice currency="BTC" />
          <IndexPrice currency="ETH" />
        </>
      )}
      <PlatformState />
      <ProtectionChip />
      <ConnectionState />
      {!isNarrow && (
        <Button kind="primary" disabledReason={newRfqReason} onClick={() => openDialog('new-rfq')} aria-keyshortcuts="N">
          New RFQ <Kbd>N</Kbd>
        </Button>
      )}
    </header>
  )
}

/** On a phone it stands in a line of its own, above the cards. */
export function FlowSwitch() {
  const flow = useScreen((state) => state.flow)
  return <Segmented label="Flow" value={flow} options={flows} onChange={chooseFlow} />
}

export function MarketSwitches() {
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const isNarrow = useIsNarrow()
  return (
    <>
      <Segmented label="Currency" value={currency} options={currencies} onChange={chooseCurrency} />
      {!isNarrow && <Segmented label="Venue" value={venue} options={venues} onChange={chooseVenue} />}
      {!isNarrow && <FlowSwitch />}
    </>
  )
}

import { BottomPanel } from '../features/blotter/BottomPanel.tsx'
import { DisconnectedOverlay } from '../app/Overlays.tsx'
import { Header } from '../app/Header.tsx'
import { PhoneBar } from '../app/PhoneBar.tsx'
import { Sidebar } from '../app/Sidebar.tsx'
import { ClosedMarket } from '../app/ClosedMarket.tsx'
import { CommandPalette } from '../app/CommandPalette.tsx'
import { KeyList } from '../app/KeyList.tsx'
import styles from '../app/Shell.module.css'
import { useIsNarrow } from '../app/use-media.ts'
import { SettingsDialog } from '../features/account/settings/SettingsDialog.tsx'
import { SignIn } from '../features/account/sign-in/SignIn.tsx'
import { Markets } from '../features/direct-rfq/Markets.tsx'
import { TradingBanner } from '../features/protection/TradingBanner.tsx'
import { ProtectionStory } from './ProtectionStory.tsx'
import { SettingsStory } from './SettingsStory.tsx'

const none = () => undefined

export function ScreenStory({ screen }: { readonly screen: string }) {
  const isNarrow = useIsNarrow()
  if (screen === 'sign-in') return <SignIn />
  if (screen === 'bottom') return <BottomPanel />
  const route = screen === 'closed' ? '/fs' : '/rfqs'
  return (
    <>
      <div className={styles['shell']}>
        <Sidebar route={route} />
        <div className={styles['column']}>
          <Header route={route} />
          <TradingBanner />
          <main className={styles['main']}>{route === '/rfqs' ? <Markets /> : <ClosedMarket route={route} />}</main>
          {isNarrow && <PhoneBar route={route} />}
        </div>
      </div>
      <SettingsStory screen={screen} />
      <ProtectionStory screen={screen} />
      {screen === 'settings' && <SettingsDialog onClose={none} />}
      <KeyList open={screen === 'keys'} onClose={none} />
      <CommandPalette open={screen === 'palette'} onClose={none} />
      {screen === 'disconnected' && <DisconnectedOverlay />}
    </>
  )
}

import { BottomPanel } from '../src/features/blotter/BottomPanel.tsx'
import { DisconnectedBanner } from '../src/app/DisconnectedBanner.tsx'
import { Header } from '../src/app/Header.tsx'
import { PhoneBar } from '../src/app/PhoneBar.tsx'
import { Sidebar } from '../src/app/Sidebar.tsx'
import { ClosedMarket } from '../src/app/ClosedMarket.tsx'
import { CommandPalette } from '../src/app/CommandPalette.tsx'
import { KeyList } from '../src/app/KeyList.tsx'
import styles from '../src/app/Shell.module.css'
import { useIsNarrow } from '../src/components/use-media.ts'
import { SettingsDialog } from '../src/features/account/settings/SettingsDialog.tsx'
import { SignIn } from '../src/features/account/sign-in/SignIn.tsx'
import { Markets } from '../src/app/Markets.tsx'
import { TradingBanner } from '../src/features/protection/TradingBanner.tsx'
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
          <DisconnectedBanner />
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
    </>
  )
}

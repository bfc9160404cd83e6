import { BottomPanel } from '../src/features/blotter/BottomPanel.tsx'
import { DisconnectedBanner } from '../src/app/DisconnectedBanner.tsx'
import { Header } from '../src/app/Header.tsx'
import { PhoneBar } from '../src/app/PhoneBar.tsx'
import { Sidebar } from '../src/app/Sidebar.tsx'
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
  return (
    <>
      <div className={styles['shell']}>
        <Sidebar route="/rfqs" />
        <div className={styles['column']}>
          <Header route="/rfqs" />
          <DisconnectedBanner />
          <TradingBanner />
          <main className={styles['main']}>
            <Markets />
          </main>
          {isNarrow && <PhoneBar route="/rfqs" />}
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

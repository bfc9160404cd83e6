import { ArrowUpRight, Bell, ChevronRight, CircleHelp, LayoutDashboard, LogOut, Palette } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { links } from '../../app/links.ts'
import { useIsNarrow } from '../../app/use-media.ts'
import { VERSION } from '../../app/version.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { signOut, useUser } from '../../live/session.ts'
import { classNames } from '../../theme/class-names.ts'
import { chooseTheme, currentTheme, themeLabel, themes } from '../../theme/theme.ts'
import { avatarColour, initials } from './avatar.ts'
import { NotificationSettings, notificationSummary } from './NotificationSettings.tsx'
import styles from './SettingsDialog.module.css'

type View = 'main' | 'notifications'

export function SettingsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [view, setView] = useState<View>('main')
  const close = () => {
    setView('main')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={view === 'main' ? 'Settings' : 'Notifications'}
      onBack={view === 'main' ? undefined : () => setView('main')}
    >
      {view === 'main' ? <MainView onOpen={setView} onClose={close} /> : <NotificationSettings />}
    </Dialog>
  )
}

function MainView({ onOpen, onClose }: { readonly onOpen: (view: View) => void; readonly onClose: () => void }) {
  const user = useUser()
  const isNarrow = useIsNarrow()
  const [theme, setTheme] = useState(currentTheme)
  return (
    <>
      <div className={styles['who']}>
        <span className={styles['avatar']} style={{ background: avatarColour[user.color] }} aria-hidden="true">
          {initials(user)}
        </span>
        <div className={styles['names']}>
          <p className={styles['name']}>
            {user.first_name} {user.last_name}
          </p>
          <p className={styles['desk']}>
            {user.firm.name}
            {user.trading_desk !== null && ` [${user.trading_desk.ticker}]`}
          </p>
        </div>
        <span className={styles['version']}>Version {VERSION}</span>
      </div>
      <div className={styles['group']}>
        {!isNarrow && (
          <Line icon={<Bell size={16} />} aside={notificationSummary(user)} onPress={() => onOpen('notifications')}>
            Notifications
          </Line>
        )}
        <div className={styles['line']}>
          <Palette size={16} aria-hidden="true" />
          <span className={styles['words']}>Palette</span>
          <Segmented
            label="Palette"
            value={theme}
            options={themes.map((each) => ({ value: each, label: themeLabel[each] }))}
            onChange={(next) => {
              setTheme(next)
              chooseTheme(next)
            }}
          />
        </div>
        <button
          type="button"
          className={classNames(styles['line'], styles['logout'])}
          onClick={() => {
            onClose()
            void signOut()
          }}
        >
          <LogOut size={16} aria-hidden="true" />
          <span className={styles['words']}>Logout</span>
        </button>
      </div>
      <div className={styles['group']}>
        <Outside href={links.dashboard} icon={<LayoutDashboard size={16} />}>
          Dashboard
        </Outside>
        <Outside href={links.faq} icon={<CircleHelp size={16} />}>
          FAQ
        </Outside>
      </div>
    </>
  )
}

const Line = (props: { readonly icon: ReactNode; readonly aside: string; readonly onPress: () => void; readonly children: string }) => (
  <button type="button" className={styles['line']} onClick={props.onPress}>
    {props.icon}
    <span className={styles['words']}>{props.children}</span>
    <span className={styles['aside']}>{props.aside}</span>
    <ChevronRight size={15} aria-hidden="true" />
  </button>
)

const Outside = (props: { readonly href: string; readonly icon: ReactNode; readonly children: string }) => (
  <a className={styles['line']} href={props.href} target="_blank" rel="noreferrer">
    {props.icon}
    <span className={styles['words']}>{props.children}</span>
    <ArrowUpRight size={15} aria-hidden="true" />
  </a>
)

import { ArrowUpRight, Bell, CircleHelp, Clock, LayoutDashboard, LogOut, Palette, Shield, Wallet } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { venueCodes } from '@parley/core'
import { links } from '../../../components/links.ts'
import { useIsNarrow } from '../../../components/use-media.ts'
import { VERSION } from '../../../live/version.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import { Select } from '../../../components/Select.tsx'
import { timeZoneLabel, timeZones, useTimeZone } from '../../../components/time-zone.ts'
import { useFlag } from '../../../live/feature-flags.ts'
import { signOut, useUser } from '../../../live/session.ts'
import { classNames } from '../../../theme/class-names.ts'
import { chooseTheme, currentTheme } from '../../../live/theme-choice.ts'
import { chooseTimeZone } from '../../../live/time-zone-choice.ts'
import { themeLabel, themes } from '../../../theme/theme.ts'
import { avatarColour, initials } from '../avatar.ts'
import { Line } from './Line.tsx'
import styles from './Settings.module.css'
import { missingSummary, notificationSummary, securitySummary } from './summaries.ts'
import type { ViewProps } from './view.ts'
import { usePreferences } from '../../../live/preferences.ts'
import { useVenueAccounts } from '../../../live/venue-accounts.ts'
import { missingAt } from './default-account-rows.ts'

export function MainView({ go, close }: ViewProps) {
  const isNarrow = useIsNarrow()
  return (
    <>
      <Who />
      <div className={styles['group']}>
        {!isNarrow && <Links go={go} />}
        <button
          type="button"
          className={classNames(styles['line'], styles['logout'])}
          onClick={() => {
            close()
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
      <BrowserChoices />
    </>
  )
}

function Who() {
  const user = useUser()
  return (
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
  )
}

function Links({ go }: Pick<ViewProps, 'go'>) {
  const user = useUser()
  const hasDefaultAccounts = useFlag('feature_default_accounts')
  const missing = useMissingCount()
  return (
    <>
      <Line icon={<Bell size={16} />} to="notifications" go={go} aside={notificationSummary(user)}>
        Notifications
      </Line>
      {hasDefaultAccounts && (
        <Line icon={<Wallet size={16} />} to="default-accounts" go={go} aside={missingSummary(missing)}>
          Default Accounts
        </Line>
      )}
      <Line icon={<Shield size={16} />} to="security" go={go} aside={securitySummary(user)}>
        Security
      </Line>
    </>
  )
}

/** The dashboard continues the session of this window. A browser copies it only to a page that knows its opener. */
const relOf = (href: string): string => (href.startsWith('/') ? 'opener' : 'noreferrer')

const Outside = (props: { readonly href: string; readonly icon: ReactNode; readonly children: string }) => (
  <a className={styles['line']} href={props.href} target="_blank" rel={relOf(props.href)}>
    {props.icon}
    <span className={styles['words']}>{props.children}</span>
    <ArrowUpRight size={15} aria-hidden="true" />
  </a>
)

const BrowserChoice = (props: { readonly icon: ReactNode; readonly label: string; readonly children: ReactNode }) => (
  <div className={styles['line']}>
    {props.icon}
    <span className={styles['words']}>{props.label}</span>
    {props.children}
  </div>
)

/** A setting of this browser, not of the account, so it is separate from the account settings. */
function BrowserChoices() {
  const [theme, setTheme] = useState(currentTheme)
  const zone = useTimeZone()
  return (
    <div className={styles['group']}>
      <BrowserChoice icon={<Palette size={16} aria-hidden="true" />} label="Palette">
        <Segmented
          label="Palette"
          value={theme}
          options={themes.map((each) => ({ value: each, label: themeLabel[each] }))}
          onChange={(next) => {
            setTheme(next)
            chooseTheme(next)
          }}
        />
      </BrowserChoice>
      <BrowserChoice icon={<Clock size={16} aria-hidden="true" />} label="Times">
        <Select
          aria-label="Times"
          value={zone}
          options={timeZones.map((each) => ({ value: each, label: timeZoneLabel(each) }))}
          onChange={chooseTimeZone}
        />
      </BrowserChoice>
    </div>
  )
}

/** The number of missing default accounts at all venues. Undefined until the accounts have loaded. */
function useMissingCount(): number | undefined {
  const accounts = useVenueAccounts((state) => state.accounts)
  const preferences = usePreferences()
  return useMemo(
    () =>
      accounts.state === 'LOADED' ? venueCodes.reduce((sum, venue) => sum + missingAt(preferences, accounts.data, venue), 0) : undefined,
    [accounts, preferences],
  )
}

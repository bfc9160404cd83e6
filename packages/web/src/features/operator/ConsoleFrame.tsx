import type { ConsoleSessionView } from '@parley/client'
import {
  Building2,
  Fingerprint,
  Gauge,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  Megaphone,
  Scale,
  ScrollText,
  ShieldBan,
  TriangleAlert,
  Users,
} from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { Logo } from '../../components/Logo.tsx'
import { linkProps, usePath } from '../../components/router.ts'
import { StatusDot } from '../../components/StatusDot.tsx'
import { Time } from '../../components/Time.tsx'
import { classNames } from '../../theme/class-names.ts'
import styles from './ConsoleFrame.module.css'
import { signOutOfConsole, useConsole } from './console-store.ts'
import { ConsoleOverview } from './ConsoleOverview.tsx'
import { AccessPage } from './AccessPage.tsx'
import { AnnouncementsPage } from './AnnouncementsPage.tsx'
import { AuditPage } from './AuditPage.tsx'
import { DifferencesPage } from './DifferencesPage.tsx'
import { FirmsPage } from './FirmsPage.tsx'
import { MailPage } from './MailPage.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PeoplePage } from './PeoplePage.tsx'
import { consolePath, consoleSectionOf, type ConsoleSection, consoleSections, consoleTitles } from './sections.ts'

const icons: Readonly<Record<ConsoleSection, LucideIcon>> = {
  overview: Gauge,
  firms: Building2,
  people: Users,
  access: ShieldBan,
  announcements: Megaphone,
  mail: Mail,
  differences: Scale,
  audit: ScrollText,
}

export function ConsoleFrame({ view }: { readonly view: ConsoleSessionView }) {
  const section = consoleSectionOf(usePath())
  useEffect(() => {
    document.title = `${consoleTitles[section]} · Operator console · Parley`
  }, [section])
  return (
    <div className={styles['frame']}>
      <nav className={styles['nav']} aria-label="Console">
        <span className={styles['logo']}>
          <Logo />
        </span>
        {consoleSections.map((each) => (
          <Entry key={each} section={each} isHere={each === section} />
        ))}
      </nav>
      <div className={styles['column']}>
        <Header view={view} />
        <ErrorBoundary key={section}>{contentOf(section)}</ErrorBoundary>
      </div>
    </div>
  )
}

function contentOf(section: ConsoleSection): ReactElement {
  switch (section) {
    case 'overview':
      return <ConsoleOverview />
    case 'firms':
      return <FirmsPage />
    case 'people':
      return <PeoplePage />
    case 'access':
      return <AccessPage />
    case 'announcements':
      return <AnnouncementsPage />
    case 'mail':
      return <MailPage />
    case 'differences':
      return <DifferencesPage />
    case 'audit':
      return <AuditPage />
  }
}

function Entry({ section, isHere }: { readonly section: ConsoleSection; readonly isHere: boolean }) {
  const Icon = icons[section]
  return (
    <a
      {...linkProps(consolePath(section))}
      className={classNames(styles['entry'], isHere && styles['here'])}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon size={18} aria-hidden="true" />
      <span>{consoleTitles[section]}</span>
    </a>
  )
}

function Header({ view }: { readonly view: ConsoleSessionView }) {
  const overview = useConsole(({ pages }) => pages.overview)
  const [arePasskeysOpen, setArePasskeysOpen] = useState(false)
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>Operator console</h1>
      <span className={styles['release']}>{location.host}</span>
      {overview?.data !== undefined && <span className={styles['muted']}>release {overview.data.release}</span>}
      <span className={styles['space']} />
      {overview?.words !== undefined ? (
        <span className={styles['stale']} role="status">
          <TriangleAlert size={14} aria-hidden="true" /> May be out of date: {overview.words}
        </span>
      ) : (
        overview?.data !== undefined && (
          <span className={styles['live']}>
            <StatusDot tone="live">Live</StatusDot>
            <Time at={overview.data.at} before="Read at" />
          </span>
        )
      )}
      <span className={styles['who']}>
        <KeyRound size={14} aria-hidden="true" />
        <strong>{view.name}</strong>
        <span className={styles['muted']}>
          signed in <Time at={view.signed_in_at} />
        </span>
      </span>
      <IconButton label="Your passkeys" onClick={() => setArePasskeysOpen(true)}>
        <Fingerprint size={16} />
      </IconButton>
      <IconButton label="Sign out" onClick={() => void signOutOfConsole()}>
        <LogOut size={16} />
      </IconButton>
      {arePasskeysOpen && <PasskeyDialog onClose={() => setArePasskeysOpen(false)} />}
    </header>
  )
}

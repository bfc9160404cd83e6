import { hasRight } from '@parley/core'
import {
  ArrowLeft,
  BriefcaseBusiness,
  Gauge,
  Handshake,
  KeyRound,
  LayoutDashboard,
  MessageSquareText,
  LogOut,
  type LucideIcon,
  Scale,
  ScrollText,
  TriangleAlert,
  Trophy,
  Users,
} from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { Logo } from '../../components/Logo.tsx'
import { CountBadge } from '../../components/Badge.tsx'
import { IconButton } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useUser } from '../../live/session.ts'
import { classNames } from '../../theme/class-names.ts'
import { Avatar } from './cells.tsx'
import { useFollowedLists, useLists, useStaleReason } from './desk-lists.ts'
import styles from './Frame.module.css'
import { logOut } from './leave.ts'
import { alertsOf } from './alerts.ts'
import { Overview } from './Overview.tsx'
import { NoPermission } from './Page.tsx'
import { DashboardAnnouncements } from '../announcements/ReadAnnouncements.tsx'
import { linkTo, useSection } from './section-router.ts'
import { rightFor, type Section, sections, sectionTitle } from './sections.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { useClock } from './use-clock.ts'
import { fetched } from '../../components/fetched.tsx'

const loading = <Skeleton lines={6} />
const Members = fetched(() => import('./Members.tsx').then((part) => part.Members), loading)
const Counterparties = fetched(() => import('./Counterparties.tsx').then((part) => part.Counterparties), loading)
const ApiKeys = fetched(() => import('./ApiKeys.tsx').then((part) => part.ApiKeys), loading)
const VenueAccounts = fetched(() => import('./VenueAccounts.tsx').then((part) => part.VenueAccounts), loading)
const PreTradeLimitsSection = fetched(() => import('./PreTradeLimitsSection.tsx').then((part) => part.PreTradeLimitsSection), loading)
const LeaderboardName = fetched(() => import('./LeaderboardName.tsx').then((part) => part.LeaderboardName), loading)
const RecapFormat = fetched(() => import('./RecapFormat.tsx').then((part) => part.RecapFormat), loading)
const Reconciliation = fetched(() => import('./Reconciliation.tsx').then((part) => part.Reconciliation), loading)
const AuditLog = fetched(() => import('./AuditLog.tsx').then((part) => part.AuditLog), loading)

const icons: Readonly<Record<Section, LucideIcon>> = {
  overview: LayoutDashboard,
  members: Users,
  counterparties: Handshake,
  'api-keys': KeyRound,
  'venue-accounts': BriefcaseBusiness,
  bounds: Gauge,
  leaderboard: Trophy,
  recap: MessageSquareText,
  reconciliation: Scale,
  'audit-log': ScrollText,
}

/** The dashboard of a signed-in user. The sections are on the left, or at the top on a phone. */
export function Frame() {
  const user = useUser()
  const section = useSection()
  const right = rightFor(section)
  const isAdministrator = hasRight(user.role, 'Administer')
  useFollowedLists(isAdministrator ? 'administrator' : 'member')
  useEffect(() => {
    document.title = `${sectionTitle[section]} · ${user.trading_desk?.name ?? 'Desk'} · Parley`
  }, [section, user.trading_desk?.name])
  return (
    <div className={styles['frame']}>
      <TopBar />
      <DashboardAnnouncements />
      <div className={styles['below']}>
        <Sections current={section} />
        <main className={styles['main']}>
          <StaleHint />
          <ErrorBoundary key={section}>
            {right !== undefined && !hasRight(user.role, right) ? noPermission(section) : sectionOf(section)}
          </ErrorBoundary>
        </main>
      </div>
      <SecretDialog />
    </div>
  )
}

const noPermission = (section: Section): ReactElement => (
  <NoPermission
    title={sectionTitle[section]}
    what={secrecy[section] ?? ''}
    {...(section === 'reconciliation' ? { whom: 'members who trade' } : {})}
  />
)

const secrecy: Partial<Readonly<Record<Section, string>>> = {
  'api-keys': 'API keys trade for the desk.',
  'audit-log': 'The audit log shows who did what on the desk.',
  reconciliation: 'Reconciliation shows what the desk has traded and paid.',
}

function sectionOf(section: Section): ReactElement {
  switch (section) {
    case 'overview':
      return <Overview />
    case 'members':
      return <Members />
    case 'counterparties':
      return <Counterparties />
    case 'api-keys':
      return <ApiKeys />
    case 'venue-accounts':
      return <VenueAccounts />
    case 'reconciliation':
      return <Reconciliation />
    case 'bounds':
      return <PreTradeLimitsSection />
    case 'leaderboard':
      return <LeaderboardName />
    case 'recap':
      return <RecapFormat />
    case 'audit-log':
      return <AuditLog />
  }
}

function TopBar() {
  const user = useUser()
  return (
    <header className={styles['bar']}>
      <span className={styles['home']}>
        <Logo />
      </span>
      <p className={styles['desk']}>
        {user.trading_desk?.name ?? 'No desk'} {user.trading_desk !== null && <span>[{user.trading_desk.ticker}]</span>}
      </p>
      <span className={styles['space']} />
      <a className={styles['back']} href="/rfqs" aria-label="Back to trading">
        <ArrowLeft size={15} aria-hidden="true" /> <span>Back to trading</span>
      </a>
      <span className={styles['who']} title={user.email}>
        <Avatar person={user} />
        <span>
          {user.first_name} {user.last_name}
        </span>
      </span>
      <IconButton label="Logout" onClick={logOut}>
        <LogOut size={16} />
      </IconButton>
    </header>
  )
}

function Sections({ current }: { readonly current: Section }) {
  const { trading_desk: desk } = useUser()
  const lists = useLists()
  const now = useClock()
  const urgent = alertsOf(lists, desk?.ticker ?? '', now).filter((alert) => alert.tone === 'warn')
  return (
    <nav className={styles['nav']} aria-label="Desk">
      {sections.map((section) => {
        const Icon = icons[section]
        const isHere = section === current
        const count = urgent.filter((alert) => alert.section === section).reduce((sum, alert) => sum + alert.count, 0)
        return (
          <a
            key={section}
            {...linkTo(section)}
            ref={isHere ? (element) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) : undefined}
            className={classNames(styles['entry'], isHere && styles['here'])}
            aria-current={isHere ? 'page' : undefined}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles['entryName']}>{sectionTitle[section]}</span>
            {count > 0 && <CountBadge>{count}</CountBadge>}
          </a>
        )
      })}
    </nav>
  )
}

/** The lists stay on the screen while the server does not respond. This warns that they may be out of date. */
function StaleHint() {
  const reason = useStaleReason()
  if (reason === undefined) return null
  return (
    <p className={styles['stale']} role="status">
      <TriangleAlert size={14} aria-hidden="true" /> This page may be out of date: {reason} Retrying every 30 seconds.
    </p>
  )
}

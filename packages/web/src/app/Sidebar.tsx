import {
  ChevronLeft,
  ChevronRight,
  Gavel,
  Gem,
  GitCompareArrows,
  Infinity as Perpetual,
  Layers,
  LifeBuoy,
  type LucideIcon,
  Settings,
  Trophy,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { DotBadge, HotBadge } from '../components/Badge.tsx'
import { hasUnreadNews, useToasts } from '../components/toasts.ts'
import { useUnseen } from '../live/attention.ts'
import { useUser } from '../live/session.ts'
import { classNames } from '../theme/class-names.ts'
import { links } from '../components/links.ts'
import { Logo } from '../components/Logo.tsx'
import { navigate } from '../components/router.ts'
import { type MarketRoute, marketTitle } from './routes.ts'
import { foldSidebar, openDialog, showSidebar, useScreen } from '../live/screen-state.ts'
import styles from './Sidebar.module.css'
import { useIsNarrow } from '../components/use-media.ts'

export function Sidebar({ route }: { readonly route: MarketRoute }) {
  const isNarrow = useIsNarrow()
  const isShown = useScreen((state) => state.isSidebarShown)
  const isPrime = useUser().role === 'prime_viewer'
  const hasUnread = useToasts(hasUnreadNews)
  const hasNews = useUnseen(({ count }) => count > 0) || hasUnread
  const isFolded = useScreen((state) => state.isSidebarFolded)
  if (isNarrow && !isShown) return null
  if (!isNarrow && isFolded)
    return (
      <button type="button" className={styles['unfold']} title="Show sidebar" aria-label="Show sidebar" onClick={() => foldSidebar(false)}>
        <ChevronRight size={12} aria-hidden="true" />
      </button>
    )
  return (
    <>
      {isNarrow && <button type="button" className={styles['backdrop']} aria-label="Close the menu" onClick={() => showSidebar(false)} />}
      <nav className={styles['sidebar']} aria-label="Markets and settings">
        <span className={styles['logo']}>
          <Logo />
        </span>
        <Market to="/rfqs" current={route} icon={Layers} badge={hasNews && <DotBadge label="New notifications" />} />
        {!isNarrow && <Market to="/fs" current={route} icon={GitCompareArrows} />}
        <Market to="/paradex" current={route} icon={Perpetual} badge={<HotBadge />} />
        {!isNarrow && <Market to="/vrfqs" current={route} icon={Gavel} />}
        <hr className={styles['line']} />
        <Market to="/leaderboard" current={route} icon={Trophy} />
        <button
          type="button"
          className={styles['entry']}
          onClick={() => {
            showSidebar(false)
            openDialog('settings')
          }}
        >
          <Settings size={18} aria-hidden="true" />
          Settings
        </button>
        <a className={styles['entry']} href={links.help} target="_blank" rel="noreferrer" title="Help (opens in a new window)">
          <LifeBuoy size={18} aria-hidden="true" />
          Help
        </a>
        {isPrime && (
          <span className={styles['prime']} role="img" aria-label="Prime">
            <Gem size={18} aria-hidden="true" />
            Prime
          </span>
        )}
        {!isNarrow && (
          <button
            type="button"
            className={classNames(styles['entry'], styles['fold'])}
            title="Hide sidebar"
            aria-label="Hide sidebar"
            onClick={() => foldSidebar(true)}
          >
            <ChevronLeft size={16} aria-hidden="true" />
          </button>
        )}
      </nav>
    </>
  )
}

function Market(props: { readonly to: MarketRoute; readonly current: MarketRoute; readonly icon: LucideIcon; readonly badge?: ReactNode }) {
  const Icon = props.icon
  const isHere = props.to === props.current
  return (
    <a
      className={classNames(styles['entry'], isHere && styles['here'])}
      href={props.to}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault()
        showSidebar(false)
        navigate(props.to)
      }}
    >
      <Icon size={18} aria-hidden="true" />
      {marketTitle[props.to]}
      {props.badge !== undefined && <span className={styles['badge']}>{props.badge}</span>}
    </a>
  )
}

import type { AnnouncementView } from '@parley/contracts'
import { CalendarClock, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import styles from './AnnouncementLines.module.css'

type Kind = AnnouncementView['kind']

const icons: Readonly<Record<Kind, LucideIcon>> = { INFORMATION: Info, MAINTENANCE: CalendarClock, INCIDENT: TriangleAlert }
const labels: Readonly<Record<Kind, string>> = { INFORMATION: 'Information', MAINTENANCE: 'Maintenance', INCIDENT: 'Incident' }

type Props = {
  /** The most important first. */
  readonly announcements: readonly AnnouncementView[]
  /** Without it, they cannot be dismissed. */
  readonly onDismiss?: (id: string) => void
}

/** The announcements of the operator as calm lines (rulebook 23.5). One line is shown until the reader asks for the others. */
export function AnnouncementLines({ announcements, onDismiss }: Props) {
  const [areAllShown, setAreAllShown] = useState(false)
  if (announcements.length === 0) return null
  const shown = areAllShown ? announcements : announcements.slice(0, 1)
  const others = announcements.length - shown.length
  return (
    <section className={styles['lines']} aria-label="Announcements">
      {shown.map(({ id, kind, text }) => (
        <Line key={id} kind={kind} text={text}>
          {others > 0 && (
            <Button size="small" kind="quiet" onClick={() => setAreAllShown(true)}>
              {others} more
            </Button>
          )}
          {onDismiss !== undefined && (
            <IconButton label="Dismiss announcement" onClick={() => onDismiss(id)}>
              <X size={14} />
            </IconButton>
          )}
        </Line>
      ))}
    </section>
  )
}

function Line({ kind, text, children }: { readonly kind: Kind; readonly text: string; readonly children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={classNames(styles['line'], styles[kind])}>
      <Icon size={16} aria-hidden="true" />
      <p className={styles['text']} role="status">
        <b>{labels[kind]}.</b> {text}
      </p>
      {children}
    </div>
  )
}

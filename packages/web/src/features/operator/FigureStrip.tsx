import type { ConsoleOverviewView } from '@parley/client'
import { minuteText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import type { ConsoleAlert } from './alerts.ts'
import { platformLabels } from './console-text.ts'
import styles from './FigureStrip.module.css'

type Props = { readonly overview: ConsoleOverviewView; readonly alerts: readonly ConsoleAlert[] }

export function FigureStrip({ overview, alerts }: Props) {
  const { platform, counts, mail } = overview
  const critical = alerts.filter(({ tone }) => tone === 'danger').length
  const next = platform.scheduled[0]
  return (
    <dl className={styles['strip']}>
      <Figure
        name="Platform"
        tone={platform.state === 'AVAILABLE' ? 'good' : 'bad'}
        text={next === undefined ? 'nothing scheduled' : `${platformLabels[next.state].label} at ${minuteText(next.at)}`}
      >
        {platformLabels[platform.state].label}
      </Figure>
      <Figure name="Sockets" text={`${counts.firms} firms, ${counts.desks} desks`}>
        {counts.sockets}
      </Figure>
      <Figure name="Open RFQs" text={`${counts.people} users`}>
        {counts.open_rfqs}
      </Figure>
      <Figure name="Trades, 24 h" text={`${overview.settlements.length} not settled yet`}>
        {counts.trades}
      </Figure>
      <Figure name="Emails, 24 h" text={`${mail.waiting} waiting`}>
        {mail.sent}
      </Figure>
      <Figure
        name="Alerts"
        tone={critical > 0 ? 'bad' : alerts.length > 0 ? 'warn' : undefined}
        text={alerts.length === 0 ? 'all in order' : `${critical} critical, ${alerts.length - critical} warning`}
      >
        {alerts.length}
      </Figure>
    </dl>
  )
}

type FigureProps = {
  readonly name: string
  readonly text: string
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
  readonly children: string | number
}

const Figure = ({ name, text, tone, children }: FigureProps) => (
  <div className={styles['figure']}>
    <dt>{name}</dt>
    <dd className={classNames(styles['value'], tone && styles[tone])}>{children}</dd>
    <dd className={styles['text']}>{text}</dd>
  </div>
)

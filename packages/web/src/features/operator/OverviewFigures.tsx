import type { ConsoleOverviewView } from '@parley/client'
import styles from './Cells.module.css'
import { ageText } from './console-text.ts'
import { Panel } from './Panel.tsx'

type Props = { readonly overview: ConsoleOverviewView }

export const MailFigures = ({ overview: { mail, at } }: Props) => (
  <Panel title="Mail queue" aside={`${mail.waiting} waiting`}>
    <dl className={styles['facts']}>
      <Fact name="Oldest">{mail.oldest_at === null ? '—' : ageText(at - mail.oldest_at)}</Fact>
      <Fact name="Sent, 24 h">{String(mail.sent)}</Fact>
      <Fact name="Failed, 24 h" isBad={mail.failed > 0}>
        {String(mail.failed)}
      </Fact>
    </dl>
  </Panel>
)

export const RecordFigures = ({ overview: { reconciliation, counts } }: Props) => (
  <Panel title="Records" aside="compared with the venues">
    <dl className={styles['facts']}>
      <Fact name="Open differences" isBad={reconciliation.breaks > 0}>
        {String(reconciliation.breaks)}
      </Fact>
      <Fact name="Comparisons due">{String(reconciliation.waiting)}</Fact>
      <Fact name="Trades, 24 h">{String(counts.trades)}</Fact>
    </dl>
  </Panel>
)

const Fact = ({ name, isBad, children }: { readonly name: string; readonly isBad?: boolean; readonly children: string }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd className={isBad === true ? styles['warn'] : undefined}>{children}</dd>
  </div>
)

import { hasRight } from '@parley/core'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useUser } from '../../live/session.ts'
import { classNames } from '../../theme/class-names.ts'
import { Avatar } from './cells.tsx'
import { useList, useLists } from './desk-lists.ts'
import { type DeskLists, type Alert, alertsOf } from './alerts.ts'
import styles from './Overview.module.css'
import { Page } from './Page.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { linkTo } from './section-router.ts'
import type { Section } from './sections.ts'
import { approvalStateWith } from './approval-state.ts'
import { useClock } from './use-clock.ts'

export function Overview() {
  const user = useUser()
  const isAdministrator = hasRight(user.role, 'Administer')
  return (
    <Page
      title="Overview"
      about={
        isAdministrator ? 'Your desk at a glance, and what needs your attention.' : 'Your desk. Only its administrators can make changes.'
      }
    >
      <div className={styles['columns']}>
        {isAdministrator && <Attention />}
        <div className={styles['facts']}>
          <DeskFacts />
          <Administrators />
        </div>
      </div>
    </Page>
  )
}

function Attention() {
  const { trading_desk: desk } = useUser()
  const lists = useLists()
  const now = useClock()
  const alerts = alertsOf(lists, desk?.ticker ?? '', now)
  const isWhole = lists.members !== undefined && lists.counterparties !== undefined && lists.venueAccounts !== undefined
  return (
    <section className={styles['panel']} aria-label="Needs attention">
      <h2 className={styles['heading']}>Needs attention</h2>
      {alerts.length > 0 ? (
        <ul className={styles['matters']}>
          {alerts.map((alert) => (
            <li key={alert.title}>
              <MatterLine alert={alert} />
            </li>
          ))}
        </ul>
      ) : isWhole ? (
        <div className={styles['calm']}>
          <Empty
            icon={CircleCheck}
            title="All in order"
            text="Nothing needs your attention. Requests from other desks appear here."
            action={<a {...linkTo('counterparties')}>See your counterparties</a>}
          />
        </div>
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}

const MatterLine = ({ alert }: { readonly alert: Alert }) => (
  <a className={styles['matter']} {...linkTo(alert.section, alert.show)}>
    <span className={classNames(styles['count'], alert.tone === 'warn' && styles['warn'])}>{alert.count}</span>
    <span className={styles['words']}>
      <span className={styles['title']}>{alert.title}</span>
      <span className={styles['advice']}>{alert.advice}</span>
    </span>
    <ChevronRight size={15} aria-hidden="true" />
  </a>
)

function DeskFacts() {
  const user = useUser()
  const lists = useLists()
  const desk = user.trading_desk
  return (
    <section className={styles['panel']} aria-label="Desk">
      <h2 className={styles['heading']}>Desk</h2>
      <dl className={styles['list']}>
        <Fact name="Name">{desk === null ? 'None' : `${desk.name} [${desk.ticker}]`}</Fact>
        <Fact name="Firm">{user.firm.name}</Fact>
        <Fact name="Type">{desk?.is_maker === true ? 'Market maker and taker' : 'Taker'}</Fact>
        <Counted to="members" name="Members" count={lists.members?.length} />
        <Counted to="counterparties" name="Connected counterparties" count={connected(lists, desk?.ticker ?? '')} />
        <Counted to="venue-accounts" name="Venue accounts" count={lists.venueAccounts?.length} />
        {hasRight(user.role, 'Administer') && <Counted to="api-keys" name="API keys" count={lists.keys?.length} />}
      </dl>
    </section>
  )
}

const connected = ({ counterparties }: Partial<DeskLists>, desk: string): number | undefined =>
  counterparties?.filter((one) => approvalStateWith(one, desk) === 'Connected').length

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Counted = (props: { readonly to: Section; readonly name: string; readonly count: number | undefined }) => (
  <div className={styles['fact']}>
    <dt>{props.name}</dt>
    <dd>
      <a {...linkTo(props.to)} aria-label={`${props.name}: ${props.count ?? 'loading'}`}>
        {props.count ?? '…'}
      </a>
    </dd>
  </div>
)

function Administrators() {
  const members = useList('members')
  return (
    <section className={styles['panel']} aria-label="Administrators">
      <h2 className={styles['heading']}>Administrators</h2>
      {members.state === 'LOADING' && <Skeleton lines={2} />}
      {members.state === 'FAILED' && <CouldNotLoad what="members" words={members.words} retry={members.retry} />}
      {members.state === 'LOADED' && (
        <ul className={styles['people']}>
          {members.data
            .filter((member) => member.role === 'administrator' && member.state === 'ACTIVE')
            .map((member) => (
              <li key={member.id}>
                <Avatar person={member} />
                <span className={styles['title']}>
                  {member.first_name} {member.last_name}
                </span>
                <a className={styles['mail']} href={`mailto:${member.email}`}>
                  {member.email}
                </a>
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

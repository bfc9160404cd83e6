import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from '../../components/Empty.tsx'
import styles from './Page.module.css'
import { linkTo } from './section-router.ts'

/** A section of the dashboard: title, description, actions at the top, and the content below. */
export const Page = (props: {
  readonly title: string
  readonly about: string
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}) => (
  <section className={styles['page']} aria-label={props.title}>
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h1 className={styles['title']}>{props.title}</h1>
        <p className={styles['about']}>{props.about}</p>
      </div>
      {props.actions !== undefined && <div className={styles['actions']}>{props.actions}</div>}
    </header>
    {props.filters !== undefined && <div className={styles['filters']}>{props.filters}</div>}
    <div className={styles['body']}>{props.children}</div>
  </section>
)

/** The page that members see instead of a section for administrators. */
export const NoPermission = ({
  title,
  what,
  whom = 'administrators',
}: {
  readonly title: string
  readonly what: string
  readonly whom?: string
}) => (
  <Page title={title} about="">
    <Empty
      icon={Lock}
      title={`For ${whom} of the desk`}
      text={`${what} Ask one of your desk's administrators. The overview lists them.`}
      action={<a {...linkTo('overview')}>Open the overview</a>}
    />
  </Page>
)

export const onlyAdministrators = 'Only administrators of the desk can do this.'

import { ArrowLeft, ArrowUpRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { AppLink } from '../../../components/AppLink.tsx'
import { Logo } from '../../../components/Logo.tsx'
import { classNames } from '../../../theme/class-names.ts'
import styles from './Access.module.css'

/** The common layout of all sign-in pages: one column in the middle of the page. */
export function AccessPage(props: {
  readonly title: string
  readonly text?: ReactNode
  /** The arrow back to the sign-in is hidden without it. */
  readonly back?: 'to-sign-in'
  readonly size?: 'narrow' | 'wide'
  /** Above the column. */
  readonly top?: ReactNode
  readonly children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${props.title} · Parley`
    return () => void (document.title = 'Parley')
  }, [props.title])
  return (
    <main className={styles['page']}>
      {props.top !== undefined && <div className={styles['top']}>{props.top}</div>}
      <div className={classNames(styles['card'], props.size === 'wide' && styles['wide'])}>
        {props.back === undefined ? (
          <Logo size={40} />
        ) : (
          <AppLink to="/" className={styles['back']}>
            <ArrowLeft size={15} aria-hidden="true" /> Back to sign in
          </AppLink>
        )}
        <div>
          <h1 className={styles['title']}>{props.title}</h1>
          {props.text !== undefined && <p className={styles['tagline']}>{props.text}</p>}
        </div>
        {props.children}
      </div>
    </main>
  )
}

/** A link out of the application, marked with an arrow. */
export const OutwardLink = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <a className={styles['link']} href={href} target="_blank" rel="noreferrer">
    {children} <ArrowUpRight size={13} aria-hidden="true" />
    <span className="visually-hidden">(opens in a new window)</span>
  </a>
)

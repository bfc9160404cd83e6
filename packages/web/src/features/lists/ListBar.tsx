import type { ReactNode } from 'react'
import { linkProps } from '../../components/router.ts'
import styles from './Lists.module.css'

/** The first line of every screen of lists. */
export const ListBar = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={styles['bar']}>
    <a className={styles['back']} {...linkProps('/rfqs')}>
      ‹ Markets
    </a>
    <h2 className={styles['title']}>{title}</h2>
    {children}
  </div>
)

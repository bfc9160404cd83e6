import { ArrowUpRight, Download } from 'lucide-react'
import styles from './AppDeprecated.module.css'
import { links } from '../components/links.ts'
import { Logo } from '../components/Logo.tsx'

/** The only page that the desktop application still shows. Its links open in the user's own browser. */
export const AppDeprecated = () => (
  <main className={styles['page']}>
    <div className={styles['card']}>
      <Logo size={40} />
      <h1 className={styles['title']}>App Deprecated</h1>
      <p className={styles['text']}>
        The desktop application is no longer maintained. Use Parley in your browser, or install it from there as a progressive web app
        (PWA), with the same screens, its own window and desktop notifications.
      </p>
      <a className={styles['main']} href={links.install} target="_blank" rel="noreferrer">
        <Download size={15} aria-hidden="true" /> Install PWA
      </a>
      <a className={styles['other']} href={location.origin} target="_blank" rel="noreferrer">
        Launch Parley <ArrowUpRight size={15} aria-hidden="true" />
      </a>
    </div>
  </main>
)

import styles from './WrongAddress.module.css'

/** Shown on every screen of a page that was opened at an address other than the operator's, such as `127.0.0.1` or the name of the machine. */
export const WrongAddress = ({ right }: { readonly right: string }) => (
  <p className={styles['notice']} role="alert">
    <span>
      Open Parley at <a href={`${right}${location.pathname}${location.search}`}>{right}</a>. Live data and passkeys do not work at{' '}
      {location.origin}.
    </span>
  </p>
)

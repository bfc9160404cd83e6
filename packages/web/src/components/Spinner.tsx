import styles from './Spinner.module.css'

export function Spinner({ size = 14 }: { readonly size?: number }) {
  return (
    <svg className={styles['spinner']} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M13.200 11A6 6 0 1 1 13.200 5" fill="none" stroke="currentColor" strokeWidth="2.200" strokeLinecap="round" />
    </svg>
  )
}

import styles from './Skeleton.module.css'

/** A placeholder for rows that are loading. */
export const Skeleton = ({ lines = 4, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) => (
  <div className={styles['skeleton']} role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={styles['line']} style={{ width: `${[86, 70, 92, 60][line % 4]}%` }} />
    ))}
  </div>
)

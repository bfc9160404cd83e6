import styles from './Kbd.module.css'

export const Kbd = ({ children }: { readonly children: string }) => <kbd className={styles['key']}>{children}</kbd>

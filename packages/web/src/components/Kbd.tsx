import styles from './Kbd.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** `Ctrl ↵`, which is `⌘↵` on a Mac. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className={styles['key']}>{isApple ? children.replace(/^Ctrl ?/, '⌘') : children}</kbd>
)

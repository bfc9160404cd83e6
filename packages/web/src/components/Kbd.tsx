import { type KeyName, keyTexts, type Platform } from './key-table.ts'
import styles from './Kbd.module.css'

const platform: Platform = /Mac|iPhone|iPad/.test(navigator.platform) ? 'APPLE' : 'OTHER'

/** The first key combination of an action, for tooltips. */
export const keyText = (of: KeyName): string => keyTexts(of, platform)[0] ?? ''

type KbdProps = {
  readonly of: KeyName
  /** Leaves the key out of the button's accessible name, because `aria-keyshortcuts` already contains it. */
  readonly isSilent?: boolean
}

/** The first key combination of an action. */
export const Kbd = ({ of, isSilent }: KbdProps) => (
  <kbd className={styles['key']} aria-hidden={isSilent}>
    {keyText(of)}
  </kbd>
)

/** All key combinations of an action, as in the list of keys. */
export const KbdWays = ({ of }: { readonly of: KeyName }) =>
  keyTexts(of, platform).map((text) => (
    <kbd key={text} className={styles['key']}>
      {text}
    </kbd>
  ))

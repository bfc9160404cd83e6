import { type KeyName, keyTexts, type Platform } from './key-table.ts'
import styles from './Kbd.module.css'

const platform: Platform = /Mac|iPhone|iPad/.test(navigator.platform) ? 'APPLE' : 'OTHER'

/** The first way to press a key, as a tooltip shows it. */
export const keyText = (of: KeyName): string => keyTexts(of, platform)[0] ?? ''

type KbdProps = {
  readonly of: KeyName
  /** The name of a button leaves it out, because `aria-keyshortcuts` says it. */
  readonly isSilent?: boolean
}

/** The first way to press a key of the table. */
export const Kbd = ({ of, isSilent }: KbdProps) => (
  <kbd className={styles['key']} aria-hidden={isSilent}>
    {keyText(of)}
  </kbd>
)

/** All ways to press it, as a list of keys shows them. */
export const KbdWays = ({ of }: { readonly of: KeyName }) =>
  keyTexts(of, platform).map((text) => (
    <kbd key={text} className={styles['key']}>
      {text}
    </kbd>
  ))

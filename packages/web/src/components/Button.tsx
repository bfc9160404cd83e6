import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Button.module.css'
import { keyText } from './Kbd.tsx'
import { ariaKeys, type KeyName } from './key-table.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger' | 'buy' | 'sell'

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> & {
  readonly kind?: ButtonKind
  readonly size?: 'small' | 'medium' | 'large' | 'trade'
  /** True while the action is in progress. The button keeps its size and ignores further clicks. A button that trades also keeps its label. */
  readonly isBusy?: boolean
  /** Why the button is disabled. A button is disabled by giving a reason, so the user always sees why. */
  readonly disabledReason?: string | undefined
  readonly icon?: ReactNode
  /** The keyboard shortcut for the same action, shown in the tooltip. */
  readonly keyOf?: KeyName | undefined
}

/** The tooltip text followed by the key. */
const withKey = (title: string | undefined, keyOf: KeyName | undefined): string | undefined =>
  keyOf === undefined ? title : title === undefined ? `Key: ${keyText(keyOf)}` : `${title} (${keyText(keyOf)})`

/** Stays focusable while disabled, so that users of a keyboard or a screen reader get the reason too. */
export function Button({
  kind = 'default',
  size = 'medium',
  isBusy,
  disabledReason,
  icon,
  keyOf,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      type="button"
      aria-keyshortcuts={keyOf && ariaKeys(keyOf)}
      {...rest}
      className={classNames(styles['button'], styles[kind], styles[size], isBusy && styles['busy'], className)}
      aria-disabled={isDisabled || isBusy || undefined}
      aria-busy={isBusy || undefined}
      title={disabledReason ?? withKey(rest.title, keyOf)}
      onClick={(event) => {
        if (isDisabled || isBusy) event.preventDefault()
        else rest.onClick?.(event)
      }}
    >
      <span className={styles['content']}>
        {icon}
        {children}
      </span>
      {isBusy && size !== 'trade' && (
        <span className={styles['spinner']}>
          <Spinner />
        </span>
      )}
      {isDisabled && <span className="visually-hidden">({disabledReason})</span>}
    </button>
  )
}

type IconButtonProps = ComponentPropsWithRef<'button'> & { readonly label: string; readonly keyOf?: KeyName | undefined }

/** An icon-only button. Its label is read by screen readers and shown on hover. */
export function IconButton({ label, keyOf, className, title = label, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keyOf && ariaKeys(keyOf)}
      title={withKey(title, keyOf)}
      {...rest}
      className={classNames(styles['icon'], className)}
    >
      {children}
    </button>
  )
}

import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

export type ConfirmButton = {
  readonly label: string
  readonly onPress: () => void
  /** `danger` cannot be undone, so the other button has the focus. */
  readonly kind?: 'primary' | 'danger'
  readonly isBusy?: boolean
}

/** Marks the element that the dialog focuses first. React's own `autoFocus` runs too early for that. */
const focused = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')

/** A question, or something to read before going on: with a confirm button, a cancel button, both, or only the close icon. */
export function ConfirmDialog(props: {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  /** Called for Escape, the close icon, a click outside, and the cancel button. */
  readonly onClose: () => void
  readonly cancel?: string | undefined
  readonly confirm?: ConfirmButton | undefined
}) {
  const { confirm, cancel } = props
  const isDangerous = confirm?.kind === 'danger'
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} width={420}>
      <div className={styles['words']}>{props.children}</div>
      {(cancel !== undefined || confirm !== undefined) && (
        <div className={styles['buttons']}>
          {cancel !== undefined && (
            <Button ref={isDangerous || confirm === undefined ? focused : undefined} onClick={props.onClose}>
              {cancel}
            </Button>
          )}
          {confirm !== undefined && (
            <Button
              kind={confirm.kind ?? 'primary'}
              isBusy={confirm.isBusy ?? false}
              ref={isDangerous ? undefined : focused}
              onClick={confirm.onPress}
            >
              {confirm.label}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { countOpenDialog } from './open-dialogs.ts'

const FIRST_FIELD = 'form :is(input:not([type=hidden]):not([type=radio]:not(:checked)), textarea, select)'

/**
 * The platform's own modal dialog: it keeps the focus inside, gives it back on closing, closes with Escape and lies above everything.
 * The content mounts with opening, so that a form always starts fresh.
 */
export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** In pixels where a dialog has a width of its own. */
  readonly width?: number
  readonly height?: number
  readonly onBack?: (() => void) | undefined
  readonly isBare?: boolean
  /** At the `top`, a dialog whose height changes keeps its head where it is; at the `side`, it leaves what stands beside it in sight. */
  readonly place?: 'middle' | 'top' | 'side'
  /** A form that would lose what was typed stays when somebody presses beside it. */
  readonly outside?: 'closes' | 'stays'
  readonly children: ReactNode
}) {
  if (!props.open) return null
  return <OpenDialog {...props} />
}

function OpenDialog({ onClose, title, onBack, outside = 'closes', ...props }: Parameters<typeof Dialog>[0]) {
  const { isBare, place, children, width = 'var(--modal)', height } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(countOpenDialog, [])
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    if (dialog !== null && !dialog.open) dialog.showModal()
    // The platform would begin at the close icon; a dialog with a form begins in the form. An element that took the focus itself keeps it.
    if (dialog?.querySelector('[autofocus]') === null) dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={classNames(styles['dialog'], place && styles[place])}
      style={{ width, height }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker inside may cancel too; only the dialog's own counts.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === element.current && outside === 'closes') onClose()
      }}
    >
      <div className={styles['frame']}>
        <header className={isBare ? 'visually-hidden' : styles['head']}>
          {onBack !== undefined && (
            <IconButton label="Back" onClick={onBack}>
              <ArrowLeft size={16} />
            </IconButton>
          )}
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          {!isBare && (
            <IconButton label="Close" keyOf="back" onClick={onClose}>
              <X size={17} />
            </IconButton>
          )}
        </header>
        <div className={styles['body']}>{children}</div>
      </div>
    </dialog>
  )
}

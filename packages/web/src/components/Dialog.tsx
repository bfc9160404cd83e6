import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { countOpenDialog } from './open-dialogs.ts'

const FIRST_FIELD = 'form :is(input:not([type=hidden]):not([type=radio]:not(:checked)), textarea, select)'

/**
 * The browser's own modal dialog: it traps the focus, restores it on closing, closes with Escape and is above everything else. Its content is
 * mounted when it opens, so a form always starts fresh.
 */
export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** A fixed width in pixels, if the dialog has one. */
  readonly width?: number
  readonly height?: number
  readonly onBack?: (() => void) | undefined
  readonly isBare?: boolean
  /** At the `top`, a dialog that changes its height keeps its header in place. At the `side`, it leaves the content next to it visible. */
  readonly place?: 'middle' | 'top' | 'side'
  /** A form that would lose typed text stays open on a click outside. */
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
    // The browser would focus the close icon. A dialog with a form starts in the form instead. An element that has already taken the focus keeps it.
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
        // A file picker inside the dialog also fires `cancel`; only the dialog's own event counts.
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

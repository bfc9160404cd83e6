import { CircleCheck, CircleX, Info, ShieldAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Button, IconButton } from './Button.tsx'
import { isKey } from './key-table.ts'
import { useOpenDialogs } from './open-dialogs.ts'
import { Time } from './Time.tsx'
import styles from './Toasts.module.css'
import { dismissNewestToast, dismissToast, type ToastMessage, type ToastTone, unreadOf, useToasts } from './toasts.ts'

const icons: Readonly<Record<ToastTone, typeof Info>> = { done: CircleCheck, info: Info, warn: ShieldAlert, refused: CircleX }

/**
 * The dock of messages at the foot of the markets. The response to an action in a dialog is shown above the dialog, because a popover is in the
 * browser's top layer. Market news waits until the dialog is closed.
 */
export function Toasts({ onMore }: { /** Opens the list of all messages, if the page has one. */ readonly onMore?: () => void }) {
  const folded = useToasts(unreadOf)
  const all = useToasts((state) => state.toasts)
  const isInDialog = useOpenDialogs(({ count }) => count > 0)
  const toasts = isInDialog ? all.filter(({ about }) => about === undefined) : all
  const hasToasts = toasts.length > 0
  const region = useRef<HTMLElement>(null)
  useRoomForDock(region)
  useEffect(() => {
    const element = region.current
    if (element === null) return
    // Hiding and showing it again puts it above a dialog that opened in between.
    if (element.matches(':popover-open')) element.hidePopover()
    if (hasToasts) element.showPopover()
  }, [all, isInDialog, hasToasts])
  useEffect(() => {
    // Layers above a message close first: dialogs by the browser, lists by their own key handler.
    const onKey = (event: KeyboardEvent) => {
      if (!isKey('back', event) || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (dismissNewestToast()) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={region} popover="manual" className={styles['region']} aria-label="Notifications" aria-live="polite">
      {toasts.length > 0 && folded > 0 && onMore !== undefined && (
        <button type="button" className={styles['more']} onClick={onMore}>
          {`and ${folded} more`}
        </button>
      )}
      {toasts.map((one, place) => (
        <Toast key={one.id} message={one} waiting={toasts.length - 1 - place} />
      ))}
    </section>
  )
}

/** On a phone, the ticket ends above the dock, so a card never covers a button. On a computer nothing moves for it. */
function useRoomForDock(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (region.current === null) return
    const { style } = document.documentElement
    const size = new ResizeObserver(([entry]) => style.setProperty('--dock', `${Math.ceil(entry!.borderBoxSize[0]?.blockSize ?? 0)}px`))
    size.observe(region.current)
    return () => {
      size.disconnect()
      style.removeProperty('--dock')
    }
  }, [region])
}

/**
 * On a phone, the first message takes one line above the bar and the response to an action takes another. A tap shows the whole message. A number
 * shows how many are waiting.
 */
function Toast({ message, waiting }: { readonly message: ToastMessage; readonly waiting: number }) {
  const [isWhole, setIsWhole] = useState(false)
  const Icon = icons[message.tone]
  return (
    <div className={classNames(styles['toast'], isWhole && styles['whole'], message.about === undefined && styles['answer'])}>
      <Icon size={17} className={classNames(styles['icon'], styles[message.tone])} aria-hidden="true" />
      <div className={styles['words']} onClick={() => setIsWhole(!isWhole)}>
        {message.open === undefined ? (
          <p className={styles['title']}>{message.title}</p>
        ) : (
          <button
            type="button"
            className={styles['open']}
            onClick={() => {
              message.open?.()
              dismissToast(message.id)
            }}
          >
            {message.title}
          </button>
        )}
        {(message.text !== undefined || message.about !== undefined) && (
          <p className={styles['text']}>
            {message.about !== undefined && <Time at={message.at} />}
            {message.about !== undefined && message.text !== undefined && ' · '}
            {message.text}
          </p>
        )}
        {message.next !== undefined && message.next.length > 0 && (
          <div className={styles['next']}>
            {message.next.slice(0, 2).map(({ label, run }) => (
              <Button
                key={label}
                size="small"
                onClick={(event) => {
                  event.stopPropagation()
                  run()
                  dismissToast(message.id)
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {waiting > 0 && <span className={styles['waiting']}>+{waiting}</span>}
      <IconButton label="Dismiss" keyOf="back" onClick={() => dismissToast(message.id)}>
        <X size={16} />
      </IconButton>
    </div>
  )
}

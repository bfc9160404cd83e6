import { CircleCheck, CircleX, Info, ShieldAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { IconButton } from './Button.tsx'
import { isKey } from './key-table.ts'
import styles from './Toasts.module.css'
import { dismissNewestToast, dismissToast, type ToastMessage, type ToastTone, useToasts } from './toasts.ts'

const icons: Readonly<Record<ToastTone, typeof Info>> = { done: CircleCheck, info: Info, warn: ShieldAlert, refused: CircleX }

/** Shown above an open dialog too: a popover lies in the platform's top layer. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = region.current
    if (element === null || toasts.length === 0) return
    // Hidden and shown again it comes above a dialog that opened since.
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [toasts])
  useEffect(() => {
    // Layers above a message close first: a dialog by the browser, a list by its own key.
    const onKey = (event: KeyboardEvent) => {
      if (!isKey('back', event) || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (dismissNewestToast()) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={region} popover="manual" className={styles['region']} aria-label="Notifications" aria-live="polite">
      {toasts.map((one, place) => (
        <Toast key={one.id} message={one} below={place} />
      ))}
    </section>
  )
}

/** On a phone the newest covers the head of the screen and no more; a press shows all of it. A number says how many wait below. */
function Toast({ message, below }: { readonly message: ToastMessage; readonly below: number }) {
  const [isWhole, setIsWhole] = useState(false)
  const Icon = icons[message.tone]
  return (
    <div className={classNames(styles['toast'], isWhole && styles['whole'])}>
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
        {message.text !== undefined && <p className={styles['text']}>{message.text}</p>}
      </div>
      {below > 0 && <span className={styles['below']}>+{below}</span>}
      <IconButton label="Dismiss" onClick={() => dismissToast(message.id)}>
        <X size={16} />
      </IconButton>
    </div>
  )
}

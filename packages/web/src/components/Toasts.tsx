import { CircleCheck, CircleX, Info, ShieldAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import { IconButton } from './Button.tsx'
import styles from './Toasts.module.css'
import { dismissNewestToast, dismissToast, type ToastTone, useToasts } from './toasts.ts'

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
    // What lies above a message is closed first: a dialog by the browser, a list by its own key.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (dismissNewestToast()) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={region} popover="manual" className={styles['region']} aria-label="Notifications" aria-live="polite">
      {toasts.map((one) => {
        const Icon = icons[one.tone]
        return (
          <div key={one.id} className={styles['toast']}>
            <Icon size={17} className={classNames(styles['icon'], styles[one.tone])} aria-hidden="true" />
            <div className={styles['words']}>
              {one.open === undefined ? (
                <p className={styles['title']}>{one.title}</p>
              ) : (
                <button
                  type="button"
                  className={styles['open']}
                  onClick={() => {
                    one.open?.()
                    dismissToast(one.id)
                  }}
                >
                  {one.title}
                </button>
              )}
              {one.text !== undefined && <p className={styles['text']}>{one.text}</p>}
            </div>
            <IconButton label="Dismiss" onClick={() => dismissToast(one.id)}>
              <X size={16} />
            </IconButton>
          </div>
        )
      })}
    </section>
  )
}

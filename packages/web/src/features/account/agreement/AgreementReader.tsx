import { ArrowDown, ArrowLeft, ArrowUpRight, Check } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { classNames } from '../../../theme/class-names.ts'
import styles from './Agreement.module.css'
import { AgreementText, type Section } from './AgreementText.tsx'
import { useReading } from './use-reading.ts'

export type ReaderProps = {
  /** The entity of the agreement, and its date. */
  readonly about: string
  readonly sections: readonly Section[]
  readonly url: string
  readonly onAccept: () => void
  readonly isSending: boolean
  readonly refused?: string | undefined
  /** The back button is hidden if there is no page to return to. */
  readonly onBack?: (() => void) | undefined
  /** Shown next to the title and above the text. */
  readonly aside?: ReactNode
  readonly hint?: ReactNode
}

/** An agreement that has to be read to its end before it can be accepted. */
export function AgreementReader({ about, sections, url, onAccept, isSending, refused, onBack, aside, hint }: ReaderProps) {
  const { box, look, goTo, section: inView, percent, isRead } = useReading(sections)
  // Focuses the box before it is drawn, so that the first key press scrolls it.
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [box, sections])
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        {onBack !== undefined && (
          <IconButton label="Back" onClick={onBack}>
            <ArrowLeft size={17} />
          </IconButton>
        )}
        <h1 className={styles['title']}>Agreement</h1>
        <p className={styles['about']}>{about}</p>
        {aside}
      </header>
      {hint}
      <SectionList sections={sections} inView={inView} goTo={goTo} />
      <div ref={box} className={styles['box']} role="region" aria-label="Text of the agreement" tabIndex={0} onScroll={look}>
        <AgreementText sections={sections} />
      </div>
      <footer className={styles['foot']}>
        <p className={styles['progress']} role={isRead ? 'status' : undefined}>
          {isRead ? <Check size={14} aria-hidden="true" /> : <ArrowDown size={14} aria-hidden="true" />}
          {isRead ? 'You have reached the end' : 'Scroll to the end to accept'} · {percent}% read
        </p>
        <Refused words={refused} />
        <div className={styles['actions']}>
          <a className={styles['outward']} href={url} target="_blank" rel="noreferrer">
            Open in website <ArrowUpRight size={14} aria-hidden="true" />
          </a>
          <Button
            kind="primary"
            size="large"
            isBusy={isSending}
            disabledReason={isRead ? undefined : 'Scroll to the end to accept.'}
            onClick={onAccept}
          >
            Accept and Get Started
          </Button>
        </div>
      </footer>
    </main>
  )
}

/** On a phone the sections are a strip that scrolls sideways, so it moves with the text too. */
function SectionList(props: {
  readonly sections: readonly Section[]
  readonly inView: string | undefined
  readonly goTo: (id: string) => void
}) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (entry)
      list.current?.scrollTo({
        left: entry.offsetLeft - list.current.clientWidth / 4,
        top: entry.offsetTop - list.current.clientHeight / 2,
      })
  }, [props.inView])
  return (
    <nav ref={list} className={styles['sections']} aria-label="Sections">
      {props.sections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classNames(styles['entry'], id === props.inView && styles['here'])}
          aria-current={id === props.inView ? 'true' : undefined}
          onClick={() => props.goTo(id)}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}

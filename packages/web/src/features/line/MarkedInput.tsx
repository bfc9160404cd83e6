import type { LinePart } from '@parley/core'
import { type InputHTMLAttributes, useRef } from 'react'
import { classNames } from '../../theme/class-names.ts'
import styles from './MarkedInput.module.css'

type MarkedInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onScroll'> & {
  readonly text: string
  /** The dialog's focus begins here. */
  readonly isFirst: boolean
  readonly parts: readonly LinePart[]
  readonly onText: (text: string) => void
}

const look = { UNDERSTOOD: 'understood', SUGGESTED: 'suggested', LATER: 'later', UNKNOWN: 'unknown' } as const

/** React focuses such an element itself and drops the attribute, but the browser's dialog needs it. */
const begin = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '')

/** A line that was there from the start is selected, so that pasting another one replaces it. */
function selectAtFirst(input: HTMLInputElement, isDone: { current: boolean }): void {
  if (!isDone.current) input.select()
  isDone.current = true
}

/** An input whose recognised parts are underlined. The text next to it gives the same information for screen readers. */
export function MarkedInput({ text, isFirst, parts, onText, ...rest }: MarkedInputProps) {
  const under = useRef<HTMLSpanElement>(null)
  const isSelected = useRef(text === '')
  return (
    <span className={styles['field']}>
      <span ref={under} className={styles['under']} aria-hidden="true">
        {cut(text, parts).map((piece, at) => (
          <span key={at} className={classNames(piece.state !== undefined && styles[look[piece.state]])}>
            {piece.text}
          </span>
        ))}
      </span>
      <input
        {...rest}
        ref={isFirst ? begin : undefined}
        className={styles['input']}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => isFirst && selectAtFirst(event.currentTarget, isSelected)}
        onChange={(event) => onText(event.target.value)}
        onScroll={(event) => {
          if (under.current !== null) under.current.scrollLeft = event.currentTarget.scrollLeft
        }}
      />
    </span>
  )
}

type Piece = { readonly text: string; readonly state: LinePart['state'] | undefined }

/** The text in order, including the text between the parts. */
function cut(text: string, parts: readonly LinePart[]): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const part of parts) {
    if (part.at > at) pieces.push({ text: text.slice(at, part.at), state: undefined })
    pieces.push({ text: text.slice(part.at, part.at + part.text.length), state: part.state })
    at = part.at + part.text.length
  }
  return [...pieces, { text: text.slice(at), state: undefined }]
}

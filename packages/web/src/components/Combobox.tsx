import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Combobox.module.css'
import { findOptions, type ComboboxOption } from './combobox-search.ts'
import { Field, type FieldFrame } from './Field.tsx'
import inputStyles from './Input.module.css'
import { runKey } from './key-table.ts'

type ComboboxProps = FieldFrame & {
  readonly name: string
  /** The id of the chosen option, or empty. */
  readonly value: string
  readonly options: readonly ComboboxOption[]
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly disabled?: boolean
  readonly placeholder?: string
}

/** Chooses one of many options by typing part of its name. Arrows, Enter and Escape work as in every list. Half-typed text is discarded. */
export function Combobox(props: ComboboxProps) {
  const { options, value } = props
  const chosen = options.find((option) => option.value === value)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const listId = useId()
  const found = findOptions(options, typed ?? '')
  const isOpen = typed !== undefined
  const active = isOpen ? found[Math.min(at, found.length - 1)] : undefined
  const begin = (text: string) => {
    setTyped(text)
    setAt(text === '' ? Math.max(0, options.indexOf(chosen!)) : 0)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option !== undefined) props.onChange(option.value)
    setTyped(undefined)
  }
  return (
    <Field {...props}>
      {({ id, describedBy, invalid }) => (
        <div className={styles['combobox']}>
          <div
            className={classNames(
              inputStyles['box'],
              inputStyles['large'],
              invalid && inputStyles['invalid'],
              props.disabled && inputStyles['disabled'],
            )}
          >
            <input
              id={id}
              name={props.name}
              role="combobox"
              className={inputStyles['input']}
              autoComplete="off"
              spellCheck={false}
              disabled={props.disabled}
              placeholder={props.placeholder}
              value={typed ?? chosen?.label ?? ''}
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-activedescendant={active === undefined ? undefined : `${listId}-${active.value}`}
              aria-invalid={invalid || undefined}
              aria-describedby={describedBy}
              onChange={(event) => begin(event.target.value)}
              onClick={() => isOpen || begin('')}
              onKeyDown={(event) =>
                onKey(event, {
                  isOpen,
                  open: () => begin(''),
                  move: (by) => setAt(within(at + by, found.length)),
                  choose,
                  active,
                  close: () => setTyped(undefined),
                })
              }
              onBlur={() => {
                choose(found.find((option) => option.label.toLowerCase() === typed?.trim().toLowerCase()))
                props.onBlur()
              }}
            />
            <ChevronDown size={14} className={styles['arrow']} aria-hidden="true" />
          </div>
          {isOpen && <List id={listId} found={found} active={active} typed={typed} choose={choose} />}
        </div>
      )}
    </Field>
  )
}

const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))
const PAGE = 5

type Keys = {
  readonly isOpen: boolean
  readonly active: ComboboxOption | undefined
  readonly open: () => void
  readonly close: () => void
  readonly move: (by: number) => void
  readonly choose: (option: ComboboxOption | undefined) => void
}

function onKey(event: KeyboardEvent, { isOpen, active, open, close, move, choose }: Keys): void {
  runKey(
    event,
    isOpen
      ? {
          down: () => move(1),
          up: () => move(-1),
          nextPage: () => move(PAGE),
          previousPage: () => move(-PAGE),
          enter: () => choose(active),
          back: close,
        }
      : { down: open, up: open },
  )
}

function List(props: {
  readonly id: string
  readonly found: readonly ComboboxOption[]
  readonly active: ComboboxOption | undefined
  readonly typed: string
  readonly choose: (option: ComboboxOption) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [props.active])
  return (
    <ul ref={list} id={props.id} role="listbox" aria-label="Found" className={styles['list']}>
      {props.found.map((option) => (
        <li
          key={option.value}
          id={`${props.id}-${option.value}`}
          role="option"
          aria-selected={option === props.active}
          className={classNames(styles['option'], option === props.active && styles['active'])}
          // Runs before the field loses focus, because losing focus would discard the typed text.
          onPointerDown={(event) => {
            event.preventDefault()
            props.choose(option)
          }}
        >
          <span>{option.label}</span>
          {option.hint !== undefined && <span className={styles['note']}>{option.hint}</span>}
        </li>
      ))}
      {props.found.length === 0 && (
        <li role="option" aria-selected="false" aria-disabled="true" className={styles['none']}>
          Nothing matches “{props.typed}”.
        </li>
      )}
    </ul>
  )
}

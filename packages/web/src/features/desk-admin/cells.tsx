/** Cells that several sections share. */
import type { DeskRoleName, UserView } from '@parley/contracts'
import { displayRole } from '@parley/core'
import type { ReactNode } from 'react'
import { Time } from '../../components/Time.tsx'
import { ageText } from '../../components/time-text.ts'
import { Button, type ButtonKind } from '../../components/Button.tsx'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { avatarColour, initials } from '../account/avatar.ts'
import styles from './cells.module.css'
import { copyText } from './copy-text.ts'
import { dayText } from './moment-text.ts'
import { useClock } from './use-clock.ts'

export const Muted = ({ title, children }: { readonly title?: string | undefined; readonly children: ReactNode }) => (
  <span className={styles['muted']} title={title}>
    {children}
  </span>
)

/** The day and the minute, or the result of `text`. The tooltip shows the exact time and the age. */
export function Moment({
  at,
  none = 'Never',
  text = dayText,
}: {
  readonly at: number | null
  readonly none?: string
  readonly text?: (at: number) => string
}) {
  const now = useClock()
  if (at === null) return <Muted>{none}</Muted>
  const distance = at <= now ? `${ageText(now - at)} ago` : `in ${ageText(at - now)}`
  return <Time at={at} text={text} after={`· ${distance}`} className={styles['muted']} />
}

/** The age, with the exact time in the tooltip. */
export function Ago({ at }: { readonly at: number }) {
  const now = useClock()
  return <Time at={at} text={() => (now - at < 60_000 ? 'Now' : `${ageText(now - at)} ago`)} className={styles['muted']} />
}

type Pictured = { readonly first_name: string; readonly last_name: string; readonly color: string }
export const Avatar = ({ person }: { readonly person: Pictured }) => (
  <span
    className={styles['avatar']}
    style={{ background: avatarColour[person.color as UserView['color']] ?? avatarColour.GE }}
    aria-hidden="true"
  >
    {initials(person)}
  </span>
)

export const Role = ({ role }: { readonly role: DeskRoleName }) => <span>{displayRole(role)}</span>

/** Copies its text on a click. */
export const Copyable = ({ what, text }: { readonly what: string; readonly text: string }) => (
  <button type="button" className={styles['copyable']} title={`Copy ${what}`} onClick={() => void copyText(what, text)}>
    {text}
  </button>
)

export const RowButtons = ({ children }: { readonly children: ReactNode }) => <span className={styles['buttons']}>{children}</span>

export const RowButton = (props: {
  readonly kind?: ButtonKind
  readonly label: string
  /** The subject of the button: a screen reader reads "Suspend Ada Moreau". */
  readonly of: string
  readonly disabledReason?: string | undefined
  readonly isBusy?: boolean
  readonly onPress: () => void
}) => (
  <Button
    size="small"
    kind={props.kind ?? 'default'}
    aria-label={`${props.label} ${props.of}`}
    disabledReason={props.disabledReason}
    isBusy={props.isBusy ?? false}
    onClick={props.onPress}
  >
    {props.label}
  </Button>
)

export const textColumn = <Row,>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, heading, width, cell: (row) => <Muted title={of(row)}>{of(row)}</Muted>, text: of, ...more })

export const momentColumn = <Row,>(
  id: string,
  heading: string,
  at: (row: Row) => number | null,
  more: Partial<Column<Row>> & { readonly none?: string } = {},
): Column<Row> => ({
  id,
  heading,
  width: 128,
  isClock: true,
  cell: (row) => <Moment at={at(row)} {...(more.none === undefined ? {} : { none: more.none })} />,
  ...momentInFile(heading, at),
  sortBy: (row) => at(row) ?? undefined,
  ...more,
})

/** The buttons of a row. Their heading is for screen readers only. */
export const buttonColumn = <Row,>(width: number, cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'buttons',
  heading: 'Actions',
  isHeadingHidden: true,
  width,
  isExported: false,
  cell,
  text: () => '',
})

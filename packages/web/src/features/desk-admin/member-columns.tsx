import type { MemberView } from '@parley/contracts'
import { displayRole } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { Ago, Avatar, buttonColumn, Muted, RowButton, RowButtons, textColumn } from './cells.tsx'
import { unchangeableReason } from './membership-rules.ts'
import styles from './Members.module.css'

/** The action chosen with a button of a member's row, to be confirmed in a dialog. */
export type MemberTask = { readonly kind: 'role' | 'suspend' | 'restore' | 'remove'; readonly member: MemberView }

export const nameOf = (member: Pick<MemberView, 'first_name' | 'last_name'>): string => `${member.first_name} ${member.last_name}`.trim()

export const memberColumns = (about: {
  readonly members: readonly MemberView[]
  readonly viewerId: string
  /** Undefined for users who may only read. */
  readonly onTask: ((task: MemberTask) => void) | undefined
}): readonly Column<MemberView>[] => [
  {
    id: 'name',
    heading: 'Name',
    width: 200,
    grows: 1,
    cell: (member) => (
      <span className={styles['person']}>
        <Avatar person={member} />
        <span className={styles['name']}>{nameOf(member)}</span>
        {member.id === about.viewerId && <span className={styles['you']}>You</span>}
      </span>
    ),
    text: nameOf,
  },
  textColumn('email', 'Email', 220, (member) => member.email, { dropsAt: 2 }),
  {
    id: 'role',
    heading: 'Role',
    width: 126,
    cell: (member) => <Muted>{displayRole(member.role)}</Muted>,
    text: (member) => displayRole(member.role),
  },
  {
    id: 'state',
    heading: 'State',
    width: 100,
    cell: (member) =>
      member.state === 'ACTIVE' ? <StatusBadge tone="open">Active</StatusBadge> : <StatusBadge tone="danger">Suspended</StatusBadge>,
    text: (member) => (member.state === 'ACTIVE' ? 'Active' : 'Suspended'),
  },
  {
    id: 'two-factor',
    heading: 'Two-factor',
    width: 92,
    dropsAt: 3,
    cell: (member) => (member.has_two_factor ? <Muted>On</Muted> : <StatusBadge tone="warn">Off</StatusBadge>),
    text: (member) => (member.has_two_factor ? 'On' : 'Off'),
  },
  {
    id: 'last-seen',
    heading: 'Last seen',
    width: 100,
    dropsAt: 4,
    cell: (member) => (member.last_seen_at === null ? <Muted>Never</Muted> : <Ago at={member.last_seen_at} />),
    ...momentInFile('Last seen', (member: MemberView) => member.last_seen_at),
    sortBy: (member) => member.last_seen_at ?? undefined,
  },
  ...(about.onTask === undefined ? [] : [memberButtons({ ...about, onTask: about.onTask })]),
]

const memberButtons = (about: {
  readonly members: readonly MemberView[]
  readonly viewerId: string
  readonly onTask: (task: MemberTask) => void
}): Column<MemberView> =>
  buttonColumn(276, (member) => {
    const disabledReason = unchangeableReason(member, about.members, about.viewerId)
    const button = (kind: MemberTask['kind'], label: string) => (
      <RowButton label={label} of={nameOf(member)} disabledReason={disabledReason} onPress={() => about.onTask({ kind, member })} />
    )
    return (
      <RowButtons>
        {button('role', 'Change role')}
        {member.state === 'ACTIVE' ? button('suspend', 'Suspend') : button('restore', 'Restore')}
        {button('remove', 'Remove')}
      </RowButtons>
    )
  })

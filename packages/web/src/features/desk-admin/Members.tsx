import type { MemberView } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { UserPlus, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { CountBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Tabs, tabId } from '../../components/Tabs.tsx'
import { useUser } from '../../live/session.ts'
import { useList, useLists } from './desk-lists.ts'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { memberColumns, type MemberTask, nameOf } from './member-columns.tsx'
import { MemberDialogs } from './MemberDialogs.tsx'
import { onlyAdministrators, Page } from './Page.tsx'
import { Records } from './Records.tsx'
import { goTo, useShown } from './section-router.ts'
import styles from './Members.module.css'

const isWithoutTwoFactor = (member: MemberView): boolean => !member.has_two_factor && member.state === 'ACTIVE'
const rowId = (member: MemberView): string => member.id

export function Members() {
  const user = useUser()
  const isAdministrator = hasRight(user.role, 'Administer')
  const shown = useShown()
  const tab = shown === 'invitations' && isAdministrator ? 'invitations' : 'members'
  const { members, invitations } = useLists()
  const [isInviting, setIsInviting] = useState(false)
  const open = invitations?.filter((one) => one.state === 'OPEN').length ?? 0
  return (
    <Page
      title="Members"
      about="Who belongs to the desk, and what each member can do. Changes take effect immediately, including in open sessions."
      actions={
        <Button
          kind="primary"
          icon={<UserPlus size={15} />}
          disabledReason={isAdministrator ? undefined : onlyAdministrators}
          onClick={() => setIsInviting(true)}
        >
          Invite
        </Button>
      }
    >
      {isAdministrator && (
        <div className={styles['tabs']}>
          <Tabs
            label="Members and invitations"
            value={tab}
            onChange={(next) => goTo('members', next === 'members' ? undefined : next)}
            tabs={[
              { id: 'members', label: <TabText words="Members" count={members?.length} /> },
              { id: 'invitations', label: <TabText words="Invitations" count={open} /> },
            ]}
          />
        </div>
      )}
      <div className={styles['panel']} {...(isAdministrator ? { role: 'tabpanel', 'aria-labelledby': tabId(tab) } : {})}>
        {tab === 'members' ? <MemberList /> : <InvitationList onInvite={() => setIsInviting(true)} />}
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

const TabText = ({ words, count }: { readonly words: string; readonly count: number | undefined }) => (
  <>
    {words} {count !== undefined && <CountBadge>{count}</CountBadge>}
  </>
)

function MemberList() {
  const user = useUser()
  const isAdministrator = hasRight(user.role, 'Administer')
  const members = useList('members')
  const isFiltered = useShown() === 'no-two-factor'
  const [task, setTask] = useState<MemberTask>()
  const all = members.state === 'LOADED' ? members.data.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))) : []
  const rows = members.state === 'LOADED' ? { ...members, data: isFiltered ? all.filter(isWithoutTwoFactor) : all } : members
  return (
    <>
      {isFiltered && (
        <div className={styles['filter']}>
          <Chip isOn onClick={() => goTo('members')}>
            Without two-factor
          </Chip>
        </div>
      )}
      <Records
        name="desk-members"
        label="members"
        columns={memberColumns({ members: all, viewerId: user.id, onTask: isAdministrator ? setTask : undefined })}
        rows={rows}
        rowId={rowId}
        tone={(member) => (member.state === 'SUSPENDED' ? 'closed' : member.id === user.id ? 'mine' : undefined)}
        empty={
          <Empty
            icon={UserRoundX}
            title={isFiltered ? 'Two-factor is complete' : 'No members'}
            text={isFiltered ? 'All members have turned on two-factor authentication.' : 'Invite the first member.'}
            action={<Button onClick={() => goTo('members')}>Show all members</Button>}
          />
        }
      />
      {task !== undefined && <MemberDialogs task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

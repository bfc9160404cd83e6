import { hasRight } from '@parley/core'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { Input } from '../../../components/Input.tsx'
import { tooLongText } from '../../../components/text-limit.ts'
import { useUser } from '../../../live/session.ts'
import styles from './Makers.module.css'
import { type Group, type GroupTerms, useGroups } from './use-groups.ts'

const NAME_CHARACTERS = 32

type GroupsProps = {
  /** The makers that can be asked at this venue, and the selected ones. */
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  /** The group that was selected as a whole. */
  readonly group: string | undefined
  readonly onChoose: (makers: readonly string[] | undefined, group?: string) => void
  /** At the end of the line. */
  readonly children: ReactNode
}
type Edited = Omit<GroupTerms, 'makers'>

const availableIn = (group: Group, all: readonly string[]) => group.makers.filter((maker) => all.includes(maker))
const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((maker) => others.includes(maker))

/** All makers, none, or a group: one of the operator's, or one of the desk's own, which its administrators edit here. */
export function Groups({ all, chosen, group: asked, onChoose, children }: GroupsProps) {
  const { groups, failed, isBusy, save, remove } = useGroups()
  const [edited, setEdited] = useState<Edited>()
  const isAdministrator = hasRight(useUser().role, 'Administer')
  const active = groups.find(({ name }) => name === asked)
  const own = active?.made_by === 'DESK' ? active : undefined
  const leftOut = active === undefined ? [] : [...active.left_out, ...active.makers.filter((maker) => !all.includes(maker))]
  const close = (isDone: boolean) => isDone && setEdited(undefined)
  return (
    <>
      <div className={styles['chips']} role="group" aria-label="Groups of counterparties">
        <Chip isOn={asked === undefined && isSame(all, chosen)} onClick={() => onChoose(undefined)}>
          {`LP All ${all.length}`}
        </Chip>
        <Chip isOn={chosen.length === 0} onClick={() => onChoose([])}>
          None
        </Chip>
        {groups.map((group) => (
          <Chip
            key={group.id}
            isOn={group === active}
            title={group.made_by === 'OPERATOR' ? 'Created by the operator for all desks' : undefined}
            onClick={() => onChoose(availableIn(group, all), group.name)}
          >
            {`${group.name} ${availableIn(group, all).length}`}
          </Chip>
        ))}
        {isAdministrator && (
          <Chip
            isOn={edited !== undefined}
            onClick={() => setEdited(edited === undefined ? { id: own?.id, name: own?.name ?? '' } : undefined)}
          >
            Edit…
          </Chip>
        )}
        {children}
      </div>
      {leftOut.length > 0 && (
        <p className={styles['note']}>{`${active!.name} without ${leftOut.join(', ')}, which cannot be asked here.`}</p>
      )}
      {edited !== undefined && (
        <Editor
          edited={edited}
          chosen={chosen}
          isBusy={isBusy}
          onName={(name) => setEdited({ ...edited, name })}
          onSave={() =>
            void save({ ...edited, makers: chosen }).then((isDone) => {
              if (isDone) onChoose(chosen, edited.name.trim())
              close(isDone)
            })
          }
          onDelete={(id) =>
            void remove(id).then((isDone) => {
              if (isDone) onChoose(chosen)
              close(isDone)
            })
          }
        />
      )}
      {failed !== undefined && (
        <p className={styles['note']} role="alert">
          {failed}
        </p>
      )}
    </>
  )
}

type EditorProps = {
  readonly edited: Edited
  readonly chosen: readonly string[]
  readonly isBusy: boolean
  readonly onName: (name: string) => void
  readonly onSave: () => void
  readonly onDelete: (id: string) => void
}

/** The makers selected below become the group. */
function Editor({ edited: { id, name }, chosen, isBusy, onName, onSave, onDelete }: EditorProps) {
  const long = tooLongText(name, NAME_CHARACTERS)
  const missing = chosen.length === 0 ? 'Select the makers of the group below.' : name.trim() === '' ? 'Enter a group name.' : long
  return (
    <form
      className={styles['edit']}
      aria-label="Edit group"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === undefined) onSave()
      }}
    >
      <Input
        aria-label="Group name"
        placeholder="Group name"
        size="small"
        error={long}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
      <Button type="submit" size="small" isBusy={isBusy} disabledReason={missing}>
        {`${id === undefined ? 'Save new' : 'Save'} · ${chosen.length}`}
      </Button>
      {id !== undefined && (
        <Button size="small" kind="danger" isBusy={isBusy} onClick={() => onDelete(id)}>
          Delete
        </Button>
      )}
    </form>
  )
}

import type { ApiKeyView, BodyOf, deskCalls, MemberView } from '@parley/contracts'
import { useLists } from './desk-lists.ts'
import styles from './Form.module.css'
import { nameOf } from './member-columns.tsx'
import { Options } from './Options.tsx'

export type KeysOutcome = NonNullable<NonNullable<BodyOf<typeof deskCalls.updateMember>>['keys']>

/** The keys that are suspended or handed over with a person who may not trade any more (rulebook 2.16); undefined until they are known. */
export function useHeldKeys({ id }: MemberView): readonly ApiKeyView[] | undefined {
  return useLists().keys?.filter((key) => key.held_by === id && key.suspended_at === null)
}

export function HeldKeys(props: {
  readonly member: MemberView
  readonly keys: readonly ApiKeyView[] | undefined
  readonly outcome: KeysOutcome
  readonly onChange: (outcome: KeysOutcome) => void
}) {
  const { member, keys, outcome, onChange } = props
  if (keys === undefined) return <p className={styles['note']}>The keys they hold are suspended too; which these are could not be read.</p>
  if (keys.length === 0) return null
  const options = [
    {
      value: 'SUSPEND',
      name: 'Suspend them',
      meaning: 'Their programs are cut off at once, and what they have open is cancelled. Each can be restored.',
    },
    {
      value: 'HAND_OVER',
      name: 'Hand them over to me',
      meaning: `Their programs go on. ${nameOf(member)} may know the secrets: rotate them.`,
    },
  ] as const
  const names = keys.map(({ name }) => name).join(', ')
  return <Options legend={`Keys they hold: ${names}`} name="keys" value={outcome} options={options} onChange={onChange} />
}

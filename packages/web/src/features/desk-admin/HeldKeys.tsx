import type { ApiKeyView, BodyOf, deskCalls, MemberView } from '@parley/contracts'
import { useLists } from './desk-lists.ts'
import styles from './Form.module.css'
import { nameOf } from './member-columns.tsx'
import { Options } from './Options.tsx'

export type KeysOutcome = NonNullable<NonNullable<BodyOf<typeof deskCalls.updateMember>>['keys']>

/** The keys that are suspended or transferred when a member loses the right to trade (rulebook 2.16). Undefined until they have loaded. */
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
  if (keys === undefined)
    return <p className={styles['note']}>The API keys they hold will be suspended too. The list of keys could not be loaded.</p>
  if (keys.length === 0) return null
  const options = [
    {
      value: 'SUSPEND',
      name: 'Suspend them',
      meaning: 'Programs that use them are disconnected immediately and their open orders are cancelled. You can restore each key.',
    },
    {
      value: 'HAND_OVER',
      name: 'Hand them over to me',
      meaning: `Their programs keep running. ${nameOf(member)} may know the secrets, so rotate them.`,
    },
  ] as const
  const names = keys.map(({ name }) => name).join(', ')
  return <Options legend={`Keys they hold: ${names}`} name="keys" value={outcome} options={options} onChange={onChange} />
}

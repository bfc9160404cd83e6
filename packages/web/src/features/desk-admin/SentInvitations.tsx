import type { MemberView } from '@parley/contracts'
import { useLists } from './desk-lists.ts'
import styles from './Form.module.css'

/** The open invitations that are withdrawn when the member stops being an administrator (rulebook 2.26). */
export function SentInvitations({ member }: { readonly member: MemberView }) {
  const sent = useLists().invitations?.filter(({ state, created_by_id: by }) => state === 'OPEN' && by === member.id) ?? []
  if (sent.length === 0) return null
  return <p className={styles['note']}>The invitations they sent are withdrawn: {sent.map(({ email }) => email).join(', ')}.</p>
}

import { Select } from '../../components/Select.tsx'
import { audienceLook, audiences } from '../../live/audiences.ts'
import type { FlowChoice } from './flow-choice.ts'
import styles from './cells.module.css'

const options: readonly { readonly value: FlowChoice; readonly label: string }[] = [
  { value: 'ALL', label: 'Both flows' },
  ...audiences.map((audience) => ({ value: audience, label: audienceLook[audience].name })),
]

/** Among the tools of a tab. */
export const FlowFilter = (props: { readonly choice: FlowChoice; readonly onChoice: (choice: FlowChoice) => void }) => (
  <Select
    aria-label="Flow of the list"
    size="small"
    className={styles['flowFilter']}
    value={props.choice}
    options={options}
    onChange={props.onChoice}
  />
)

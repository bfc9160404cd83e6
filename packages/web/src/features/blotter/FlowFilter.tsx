import { Select } from '../../components/Select.tsx'
import type { FlowChoice } from './flow-choice.ts'
import styles from './cells.module.css'

const options = [
  { value: 'ALL', label: 'Both flows' },
  { value: 'DIRECT', label: 'Direct' },
  { value: 'ORDER_BOOK', label: 'Order book' },
] as const

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

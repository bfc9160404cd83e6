import type { TradingFlow } from '@parley/client'
import { ListFilter } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import { Menu, MenuChoice } from '../../components/Menu.tsx'
import { Select } from '../../components/Select.tsx'
import { flowLook, tradingFlows } from '../../live/audiences.ts'
import type { FlowChoice } from './flow-choice.ts'
import styles from './cells.module.css'
import { useToolbar } from './toolbar.ts'

type Option = { readonly value: FlowChoice; readonly label: string }

type FlowFilterProps = {
  /** The flows that the list can contain. */
  readonly flows?: readonly TradingFlow[]
  readonly choice: FlowChoice
  readonly onChoice: (choice: FlowChoice) => void
}

/** One of the tools of a tab. In a narrow window it is an icon, which is highlighted while a flow is filtered out. */
export function FlowFilter({ flows = tradingFlows, choice, onChoice }: FlowFilterProps) {
  const options: readonly Option[] = [
    { value: 'ALL', label: 'All flows' },
    ...flows.map((flow) => ({ value: flow, label: flowLook[flow].name })),
  ]
  const { isTight } = useToolbar()
  if (!isTight)
    return (
      <Select
        aria-label="Filter by flow"
        size="small"
        className={styles['flowFilter']}
        value={choice}
        options={options}
        onChange={onChoice}
      />
    )
  const chosen = options.find(({ value }) => value === choice)?.label
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`Filter by flow: ${chosen}`} className={choice === 'ALL' ? undefined : styles['chosen']}>
          <ListFilter size={15} />
        </IconButton>
      }
    >
      {options.map(({ value, label }) => (
        <MenuChoice key={value} isChosen={value === choice} onChoose={() => onChoice(value)}>
          {label}
        </MenuChoice>
      ))}
    </Menu>
  )
}

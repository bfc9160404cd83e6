/** One command of the operator: its inputs, the reason and the second factor if it hurts, and how it is written on the command line. */
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Select } from '../../components/Select.tsx'
import styles from './CommandDialog.module.css'
import { commandLineOf, type CommandField, type CommandTask } from './command-task.ts'
import { ProofField } from './ProofField.tsx'
import { useCommand } from './use-command.ts'

export function CommandDialog({ task, onClose }: { readonly task: CommandTask; readonly onClose: () => void }) {
  const { values, why, options, proof, disabledReason, refused, isBusy, change, setWhy, send } = useCommand(task, onClose)
  return (
    <Dialog open onClose={onClose} title={task.title} width={460} outside="stays">
      <form className={styles['form']} onSubmit={(event) => void send(event)} noValidate aria-label={task.title}>
        <p className={styles['about']}>{task.about}</p>
        {task.fields?.map((field) => (
          <FieldOf key={field.name} field={field} value={values[field.name]!} onChange={(value) => change(field.name, value)} />
        ))}
        {task.hurts && (
          <Input
            label="Reason"
            hint="Written to the audit log. A desk sees it in its own log."
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
        <ProofField proof={proof} />
        <Refused words={refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={task.kind ?? (task.hurts ? 'danger' : 'primary')} isBusy={isBusy} disabledReason={disabledReason}>
            {task.button}
          </Button>
        </div>
        <p className={styles['line']}>
          <span>Also as a command</span>
          <code tabIndex={0}>{commandLineOf(task.command, options, why.trim())}</code>
        </p>
      </form>
    </Dialog>
  )
}

type FieldProps = { readonly field: CommandField; readonly value: string | boolean; readonly onChange: (value: string | boolean) => void }

function FieldOf({ field, value, onChange }: FieldProps) {
  const { label, hint, kind = 'text', choices = [] } = field
  switch (kind) {
    case 'flag':
      return (
        <Checkbox checked={value === true} onChange={onChange}>
          {label}
        </Checkbox>
      )
    case 'choice':
      return <Select label={label} hint={hint} value={String(value)} options={choices} onChange={onChange} />
    case 'text':
      return <Input label={label} hint={hint} value={String(value)} onChange={(event) => onChange(event.target.value)} />
  }
}

/** One command of the operator: its inputs, the reason and the second factor if it hurts, and how it is written on the command line. */
import { consoleClient, ConsoleError } from '@parley/client'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { CodeInput } from '../../components/CodeInput.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Select } from '../../components/Select.tsx'
import { toast } from '../../components/toasts.ts'
import styles from './CommandDialog.module.css'
import { commandLineOf, type CommandField, type CommandTask, filledOptions } from './command-task.ts'
import { endedBy, proveAtConsole, readPage, useConsole, wordsOf } from './console-store.ts'

type Values = Readonly<Record<string, string | boolean>>

export function CommandDialog({ task, onClose }: { readonly task: CommandTask; readonly onClose: () => void }) {
  const session = useConsole((state) => state.session)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries((task.fields ?? []).map(({ name, initial = '' }) => [name, initial])),
  )
  const [why, setWhy] = useState('')
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const provedUntil = session.state === 'SIGNED_IN' ? session.view.proved_until : null
  const [needsCode, setNeedsCode] = useState(() => task.hurts && (provedUntil === null || provedUntil <= Date.now()))
  const options = filledOptions(task, values)
  const change = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }))
  const disabledReason =
    task.fields?.find(({ name, isOptional, kind }) => isOptional !== true && kind !== 'flag' && values[name] === '') !== undefined
      ? 'Fill in the form first.'
      : task.hurts && why.trim() === ''
        ? 'Give a reason first.'
        : needsCode && !/^\d{6}$/.test(code)
          ? 'Enter the six digits of your authenticator app.'
          : undefined

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || disabledReason !== undefined) return
    setIsBusy(true)
    setRefused(undefined)
    try {
      if (needsCode) {
        await proveAtConsole(code)
        setNeedsCode(false)
      }
      const message = await consoleClient.command(task.command, options, why.trim())
      toast({ tone: 'done', title: task.done, text: message })
      await Promise.all((task.refresh ?? ['overview']).map((page) => readPage(page)))
      onClose()
    } catch (error) {
      if (error instanceof ConsoleError && error.code === 'StepUpRequired') setNeedsCode(true)
      if (!endedBy(error)) setRefused(wordsOf(error))
      setIsBusy(false)
    }
  }
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
        {needsCode && (
          <CodeInput
            label="Code of your authenticator app"
            hint="Asked again because this takes something away. A code works once."
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
          />
        )}
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

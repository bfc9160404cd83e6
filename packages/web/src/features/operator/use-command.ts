/** The form of one command: its values, why it cannot be sent yet, and how it is sent. */
import { consoleClient, ConsoleError } from '@parley/client'
import { type FormEvent, useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { type CommandTask, filledOptions } from './command-task.ts'
import { endedBy, readPage, wordsOf } from './console-store.ts'
import { useProof } from './use-proof.ts'

type Values = Readonly<Record<string, string | boolean>>

export function useCommand(task: CommandTask, onDone: () => void) {
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries((task.fields ?? []).map(({ name, initial = '' }) => [name, initial])),
  )
  const [why, setWhy] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const proof = useProof(task.hurts ? 'NEEDED' : 'NOT_NEEDED')
  const options = filledOptions(task, values)
  const disabledReason =
    missingField(task, values) ?? (task.hurts && why.trim() === '' ? 'Give a reason first.' : undefined) ?? proof.disabledReason

  const carryOut = async (): Promise<void> => {
    await proof.give()
    const message = await consoleClient.command(task.command, options, why.trim())
    toast({ tone: 'done', title: task.done, text: message })
    await Promise.all((task.refresh ?? ['overview']).map((page) => readPage(page)))
    onDone()
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || disabledReason !== undefined) return
    setIsBusy(true)
    setRefused(undefined)
    await carryOut().catch((error: unknown) => {
      if (error instanceof ConsoleError && error.code === 'StepUpRequired') proof.askAgain()
      if (!endedBy(error)) setRefused(wordsOf(error))
      setIsBusy(false)
    })
  }
  const change = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }))
  return { values, why, options, proof, disabledReason, refused, isBusy, change, setWhy, send }
}

function missingField({ fields = [] }: CommandTask, values: Values): string | undefined {
  const isMissing = fields.some(({ name, isOptional, kind }) => isOptional !== true && kind !== 'flag' && values[name] === '')
  return isMissing ? 'Fill in the form first.' : undefined
}
